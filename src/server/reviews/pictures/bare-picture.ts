// Takes out of an uploaded file what is not needed to show it: texts, previews, places and other data that a decoder would
// read, inflate and hold first. Runs in the decoder's process, before the decoder.
import { crc32, inflateSync } from 'node:zlib';

/** The most bytes of a colour profile. Those of phones have 500; larger ones are dropped with the others' data. */
const LARGEST_PROFILE = 64 * 1024;

export interface BarePicture {
  bytes: Buffer;
  /** A JPEG whose decoder holds all of it, because its colours come one after the other or in several passes. */
  isHeldWhole: boolean;
}

/** Returns the file without what is not needed; undefined if it is damaged, or neither PNG nor JPEG. */
export function barePicture(upload: Uint8Array): BarePicture | undefined {
  const file = Buffer.from(upload.buffer, upload.byteOffset, upload.byteLength);
  try {
    return file[0] === 0x89 ? barePng(file) : bareJpeg(file);
  } catch (error) {
    // It ends too early.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

const PNG_CHUNKS = ['IHDR', 'PLTE', 'tRNS', 'iCCP', 'IDAT', 'IEND'];

function barePng(file: Buffer): BarePicture | undefined {
  const parts = [file.subarray(0, 8)];
  let hasProfile = false;
  let exif: Buffer | undefined;
  for (let at = 8, type = ''; type !== 'IEND';) {
    const end = at + 12 + file.readUInt32BE(at);
    if (end > file.length) return undefined;
    type = file.toString('latin1', at + 4, at + 8);
    const isProfile = type === 'iCCP';
    if (
      PNG_CHUNKS.includes(type) &&
      !(isProfile && (hasProfile || !isSmall(file, at + 8, end - 4)))
    ) {
      parts.push(file.subarray(at, end));
      hasProfile ||= isProfile;
    }
    if (type === 'eXIf') exif ??= onlyOrientation(file.subarray(at + 8, end - 4));
    at = end;
  }
  // Behind the head: the decoder does not look for it behind the pixels, where it may stand too.
  if (exif) parts.splice(2, 0, pngChunk('eXIf', exif));
  return { bytes: Buffer.concat(parts), isHeldWhole: false };
}

function pngChunk(type: string, data: Buffer): Buffer {
  const chunk = Buffer.alloc(12 + data.length);
  chunk.writeUInt32BE(data.length, 0);
  chunk.write(type, 4, 'latin1');
  data.copy(chunk, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + data.length)), 8 + data.length);
  return chunk;
}

/** Returns whether a chunk's profile (its name, two bytes 0, deflated data) is small once inflated. */
function isSmall(file: Buffer, start: number, end: number): boolean {
  try {
    const data = file.subarray(file.indexOf(0, start) + 2, end);
    return inflateSync(data, { maxOutputLength: LARGEST_PROFILE }).length > 0;
  } catch {
    return false;
  }
}

const START_OF_SCAN = 0xda;

function bareJpeg(file: Buffer): BarePicture | undefined {
  if (file.readUInt16BE(0) !== 0xffd8) return undefined;
  const parts = [file.subarray(0, 2)];
  const names = new Set<string>();
  let colours = 0;
  let isProgressive = false;
  for (let at = 2; ;) {
    if (file.readUInt8(at) !== 0xff) return undefined;
    const marker = file.readUInt8(at + 1);
    // Any number of bytes 255 may stand before a marker.
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const end = at + 2 + file.readUInt16BE(at + 2);
    if (marker < 0xc0 || (marker >= 0xd0 && marker < START_OF_SCAN) || end > file.length)
      return undefined;
    if (marker === START_OF_SCAN) {
      parts.push(file.subarray(at));
      return {
        bytes: Buffer.concat(parts),
        isHeldWhole: isProgressive || file.readUInt8(at + 4) < colours,
      };
    }
    const isFrame = marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) colours = file.readUInt8(at + 9);
    isProgressive ||= isFrame && (marker & 3) === 2;
    const isData = (marker >= 0xe0 && marker <= 0xef) || marker === 0xfe;
    const [name, data] = isData ? neededData(file, at, end) : ['', file.subarray(at, end)];
    if (data && !names.has(name)) parts.push(data);
    if (isData && data) names.add(name);
    at = end;
  }
}

/** Returns a segment of data, with its name, if the decoder needs it: how colours are stored, and which side is up. */
function neededData(
  file: Buffer,
  at: number,
  end: number,
): readonly [name: string, data: Buffer | undefined] {
  const segment = file.subarray(at, end);
  const name = `${segment[1]} ${segment.toString('latin1', 4, segment.indexOf(0, 4))}`;
  if (segment[1] === 0xee && segment.toString('latin1', 4, 9) === 'Adobe')
    return ['Adobe', segment];
  // A profile of one segment: then it has less than 64 KB.
  if (name === '226 ICC_PROFILE' && segment.readUInt16BE(16) === 0x0101) return [name, segment];
  if (name === '224 JFIF' && segment.length === 18) return [name, segment];
  const exif = name === '225 Exif' && onlyOrientation(segment.subarray(10));
  return [name, exif ? Buffer.concat([EXIF_HEAD, exif]) : undefined];
}

/** Of a segment that is 34 bytes long. */
const EXIF_HEAD = Buffer.from('ffe10022457869660000', 'hex');

/** Returns Exif data (TIFF 6.0) with nothing but its orientation; undefined if it has none. */
function onlyOrientation(tiff: Buffer): Buffer | undefined {
  const isLittle = tiff.toString('latin1', 0, 2) === 'II';
  const [short, long] = isLittle
    ? ([(at: number) => tiff.readUInt16LE(at), (at: number) => tiff.readUInt32LE(at)] as const)
    : ([(at: number) => tiff.readUInt16BE(at), (at: number) => tiff.readUInt32BE(at)] as const);
  try {
    const first = long(4);
    for (let entry = 0; entry < short(first); entry += 1) {
      const at = first + 2 + entry * 12;
      const value = short(at + 8);
      if (short(at) !== 0x0112 || value < 2 || value > 8) continue;
      // Big-endian: one entry, of one 16-bit number, and no further directory.
      const exif = Buffer.from('4d4d002a00000008000101120003000000010000000000000000', 'hex');
      exif.writeUInt16BE(value, 18);
      return exif;
    }
  } catch {
    // Damaged: the picture is shown as it is stored.
  }
  return undefined;
}
