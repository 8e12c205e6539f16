// Types that travel between the blocks of gsq_core and are no part of the instruction set.
package gsq_core_pkg;

  // How a command is carried out once its checks are done.
  typedef enum logic [1:0] {
    ClassImmediate = 2'd0,  // answered at issue
    ClassCompute   = 2'd1,  // V to V, through the compute pipe
    ClassMemory    = 2'd2   // through the memory queue and the access pipe
  } class_e;

  // What the access pipe does for a memory command.
  typedef enum logic [1:0] {
    MemLoad   = 2'd0,  // contiguous blocks to V
    MemStore  = 2'd1,  // V to contiguous blocks
    MemStream = 2'd2,  // V through an unaligned-store register to the complete blocks
    MemPost   = 2'd3   // the bytes held in an unaligned-store register to their block
  } mem_kind_e;

  // A memory command after its checks. The byte mask of a store travels beside it.
  typedef struct packed {
    mem_kind_e      kind;
    gsq_pkg::dist_e distr;   // load, store: distribution
    logic [31:0]    addr;    // first byte; inside UB
    logic [8:0]     n;       // stream: bytes, 1..VL; post: end of the bytes held
    logic [4:0]     first;   // stream, post: first valid byte of the first block
    logic [1:0]     u;       // stream, post: unaligned-store register
    logic [4:0]     vd;      // load: destination
    logic [4:0]     vs;      // store, stream: data
    logic [3:0]     rsp_id;  // entry of the response queue
  } mem_op_t;

  // 1 when the command reads V in the access pipe.
  function automatic logic reads_v(mem_op_t op);
    return op.kind == MemStore || op.kind == MemStream;
  endfunction

endpackage
