// Compresses resources that are served from memory: once each, so at the best level.
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** Asynchronous, off the main thread: a page takes a tenth of a second. */
export const compressions = {
  br(bytes: Buffer): Promise<Buffer> {
    const hint = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
    return toBrotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, ...hint } });
  },
  gzip(bytes: Buffer): Promise<Buffer> {
    return toGzip(bytes, { level: 9 });
  },
};
