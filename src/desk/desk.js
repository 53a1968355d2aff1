// What a browser with scripts adds to the desk. Everything works without it.

/** Prints the page. Without a script the button is left out, and the browser's own menu prints. */
for (const button of document.querySelectorAll('[data-print]')) {
  button.hidden = false;
  button.addEventListener('click', () => window.print());
}
