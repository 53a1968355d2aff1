// Shares the page: with the device's own share sheet if there is one, otherwise by copying the link.

export type Shared = 'shared' | 'copied' | 'failed';

/** Shares the page at `url`. Failures are logged only (specification, section 8). */
export async function sharePage(title: string, url: string): Promise<Shared> {
  try {
    if (offersSheet()) {
      await navigator.share({ title, url });
      return 'shared';
    }
    await copy(url);
    return 'copied';
  } catch (failure) {
    // Closing the sheet without sharing is a choice, not a failure.
    if (!(failure instanceof DOMException && failure.name === 'AbortError')) {
      // oxlint-disable-next-line no-console -- the specification wants this failure logged
      console.info('Sharing failed', failure);
    }
    return 'failed';
  }
}

function offersSheet(): boolean {
  const local = /^(localhost|127\.0\.0\.1|\[::1\])$/.test(location.hostname);
  return isSecureContext && !local && 'share' in navigator;
}

async function copy(text: string): Promise<void> {
  if ('clipboard' in navigator) return navigator.clipboard.writeText(text);
  // Without a secure connection there is no clipboard to write to, only this older command.
  let taken = false;
  function put(event: ClipboardEvent): void {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
    taken = true;
  }
  document.addEventListener('copy', put);
  document.execCommand('copy');
  document.removeEventListener('copy', put);
  if (!taken) throw new Error('The browser refused to copy');
}
