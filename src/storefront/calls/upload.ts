// Sends a form with files and tells how far it is, which `fetch` cannot.
import { parseJson, readAnswer } from './http.ts';
import type { Answer, CallResult, ReplySchema } from './http.ts';

/** So long without a byte sent or an answer, and the connection is given up. */
const SILENCE_MS = 60_000;

interface UploadOptions<T> {
  form: FormData;
  /** What the reply must be. */
  schema: ReplySchema<T>;
  /** Told the part that is sent, 0 to 1. At 1 the server still has its work to do. */
  onProgress: (sent: number) => void;
}

/** Posts a form to the shop's own server with the visitor's session. Never rejects. */
export function upload<T>(
  path: string,
  { form, schema, onProgress }: UploadOptions<T>,
): Promise<CallResult<T>> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    let timer: ReturnType<typeof setTimeout>;
    const waitOn = () => {
      clearTimeout(timer);
      timer = setTimeout(() => request.abort(), SILENCE_MS);
    };
    const settle = (answer?: Answer) => {
      clearTimeout(timer);
      resolve(readAnswer(answer, schema));
    };

    request.upload.addEventListener('progress', ({ loaded, total }) => {
      waitOn();
      onProgress(total > 0 ? loaded / total : 0);
    });
    request.addEventListener('load', () =>
      settle({ status: request.status, body: parseJson(request.responseText) }),
    );
    request.addEventListener('error', () => settle());
    request.addEventListener('abort', () => settle());
    request.open('POST', path);
    request.setRequestHeader('accept', 'application/json');
    waitOn();
    request.send(form);
  });
}
