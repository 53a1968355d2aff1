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

if ('BarcodeDetector' in window && navigator.mediaDevices) {
  offer('scan', (button, id) => scan(document.getElementById(id)));
}

/** Scans a barcode with the camera into a field. Codes that cannot be a tracking number, such as the slip's own, are passed over. */
async function scan(field) {
  const box = document.createElement('dialog');
  box.className = 'scan';
  box.setAttribute('aria-label', 'Scan the number');
  const video = document.createElement('video');
  video.muted = video.playsInline = true;
  const words = document.createElement('p');
  words.setAttribute('role', 'status');
  words.textContent = 'Hold the barcode into the picture.';
  const close = document.createElement('button');
  close.className = 'btn line';
  close.textContent = 'Type it instead';
  close.addEventListener('click', () => box.close());
  box.append(video, words, close);
  document.body.append(box);
  box.showModal();
  let stream;
  try {
    stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
    video.srcObject = stream;
    await video.play();
    const detector = new window.BarcodeDetector();
    while (box.open) {
      const codes = await detector.detect(video);
      const code = codes.find(({ rawValue }) => /^[\w /-]{4,40}$/.test(rawValue));
      if (code) {
        field.value = code.rawValue;
        box.close();
      }
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
  } catch {
    words.textContent = 'The camera cannot be used here. Please type the number.';
    await new Promise((resolve) => box.addEventListener('close', resolve));
  }
  for (const track of stream?.getTracks() ?? []) track.stop();
  box.remove();
  field.focus();
}
