// What a browser with scripts adds to the desk. Everything works without it.

/** Shows the buttons with this attribute, which are left out without a script, and does this on a tap. */
function offer(name, act) {
  for (const button of document.querySelectorAll(`[data-${name}]`)) {
    button.hidden = false;
    button.addEventListener('click', () => act(button, button.dataset[name]));
  }
}

offer('print', () => window.print());

// Both need a page over https, or this machine.
if (navigator.clipboard) {
  offer('copy', async (button, text) => {
    await navigator.clipboard.writeText(text);
    button.querySelector('span').textContent = 'Copied';
    button.setAttribute('aria-label', 'Copied');
  });
}

// A scanner ends each number with Enter: the next number goes into the next field, and one scanned again replaces the first.
document.addEventListener('keydown', (event) => {
  const fields = [...document.querySelectorAll('.several input[name^="number-"]')];
  const position = fields.indexOf(event.target);
  if (event.key !== 'Enter' || event.isComposing || event.keyCode === 229 || position < 0) return;
  event.preventDefault();
  (fields[position + 1] ?? event.target).select();
});

// A form that is on its way is not sent again by a second tap, for as long as a page may take to come: after a download the
// same page stays.
document.addEventListener('submit', (event) => {
  const form = event.target;
  if (form.method !== 'post') return;
  if (form.ariaBusy === 'true') event.preventDefault();
  form.ariaBusy = 'true';
  setTimeout(() => (form.ariaBusy = null), 5_000);
});

// The page as it was left, when somebody goes back to it.
window.addEventListener('pageshow', () => {
  for (const form of document.forms) form.ariaBusy = null;
});
