// Compresses what is handed out from memory as small as it gets: once, for everybody who will load it.
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** Beside the main thread: a page takes a tenth of a second. */
export const compressions = {
  br(bytes: Buffer): Promise<Buffer> {
    const hint = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
    return toBrotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, ...hint } });
  },
  gzip(bytes: Buffer): Promise<Buffer> {
    return toGzip(bytes, { level: 9 });
  },
};
