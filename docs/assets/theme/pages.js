// SPDX-License-Identifier: Apache-2.0
// What the pages do: the menu, tables and pictures on a phone, the search. Without it they can be
// read all the same. It also runs on pages that are opened as files, where nothing can be fetched.
"use strict";

// The menu of a phone.
document.querySelector("[data-toggle=wy-nav-top]").addEventListener("click", () => {
  document.querySelectorAll("[data-toggle=wy-nav-shift]").forEach((part) => {
    part.classList.toggle("shift");
  });
});

// The side menu shows where one is.
const side = document.querySelector(".wy-side-scroll");
const here = document.querySelector(".wy-menu li.current > a.current");
if (here) side.scrollTop = here.offsetTop - side.clientHeight / 3;

// Cells with much text need some width (style.css).
document.querySelectorAll(".rst-content td").forEach((cell) => {
  const length = cell.textContent.length;
  if (length > 24) cell.classList.add(length > 60 ? "sentence" : "long");
});

// Pictures lead to themselves in full size, and scroll on a phone (style.css).
document.querySelectorAll(".rst-content img").forEach((image) => {
  if (image.closest("a")) return;
  const link = document.createElement("a");
  link.href = image.src;
  link.title = "in full size";
  image.replaceWith(link);
  link.append(image);
  link.parentElement.classList.add("picture");
});

// The search: all sections that have all words, those with the words in their titles first.
// `pages` is what search/pages.js has: [address, title of the page, title, text] of each section.
function find(pages, question) {
  const words = question.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const found = [];
  for (const [address, page, title, text] of pages) {
    const titles = `${page} ${title}`.toLowerCase();
    const all = `${titles} ${text.toLowerCase()}`;
    if (!words.every((word) => all.includes(word))) continue;
    let score = title.toLowerCase() === words.join(" ") ? 100 : 0;
    for (const word of words) {
      score += titles.split(/[^\w.]+/).includes(word) ? 10 : titles.includes(word) ? 5 : 0;
    }
    found.push({ address, page, title, text, score });
  }
  return found.sort((a, b) => b.score - a.score).slice(0, 50);
}

function snippet(text, word) {
  const at = Math.max(0, text.toLowerCase().indexOf(word.toLowerCase()) - 80);
  return (at > 0 ? "… " : "") + text.slice(at, at + 240) + (at + 240 < text.length ? " …" : "");
}

const results = document.getElementById("mkdocs-search-results");
if (results) {
  const question = new URLSearchParams(window.location.search).get("q") || "";
  document.getElementById("mkdocs-search-query").value = question;
  const index = document.createElement("script");
  index.src = `${base_url}/search/pages.js`;
  index.onload = () => {
    const found = find(search_pages, question);
    results.textContent = found.length ? "" : "Nothing found.";
    for (const { address, page, title, text } of found) {
      const article = document.createElement("article");
      const heading = document.createElement("h3");
      const link = document.createElement("a");
      link.href = `${base_url}/${address}`;
      link.textContent = title === page ? title : `${page}: ${title}`;
      heading.append(link);
      const part = document.createElement("p");
      part.textContent = snippet(text, question.split(/\s+/)[0]);
      article.append(heading, part);
      results.append(article);
    }
  };
  document.body.append(index);
}
