// Uploads a form with files and reports progress, which `fetch` cannot do.
import { parseJson, readAnswer } from './request.ts';
import type { Answer, CallResult, ReplySchema } from './request.ts';

/** The upload is aborted after this time without progress or a response. */
const SILENCE_MS = 60_000;

interface UploadOptions<T> {
  form: FormData;
  /** The schema of the response. */
  schema: ReplySchema<T>;
  /** Called with the part that is sent, 0 to 1. At 1 the server still has to process it. */
  onProgress: (sent: number) => void;
}

/** Posts a form to the shop's server with the visitor's session. Never rejects. */
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
    const settle = (response?: Answer) => {
      clearTimeout(timer);
      resolve(readAnswer(response, schema));
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
