# SPDX-License-Identifier: Apache-2.0
"""Pages in headless Chromium, for tests. Needs
scripts/setup.sh browser."""
from selenium import webdriver
from selenium.webdriver.chrome.service import Service

DESK, PHONE = 1400, 390  # widths in pixels


def opened(test, address, width):
    """A browser with a page, which a test closes at its end. `address`: a URI."""
    options = webdriver.ChromeOptions()
    for word in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                 f"--window-size={width},900"):
        options.add_argument(word)
    if width == PHONE:  # no window is so narrow
        options.add_experimental_option("mobileEmulation", {
            "deviceMetrics": {"width": width, "height": 900, "pixelRatio": 1}})
    browser = webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)
    test.addCleanup(browser.quit)
    browser.get(address)
    return browser


def too_wide(browser):
    """Pixels by which a page can be scrolled sideways."""
    return browser.execute_script(
        "return document.documentElement.scrollWidth - document.documentElement.clientWidth")
