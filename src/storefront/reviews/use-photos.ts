// The pictures chosen for a review. A choice that breaks a rule is rejected as a whole: a visitor who chose six decides
// which five.
import { useRef, useState } from 'react';
import { checkPictures } from '../../shop/forms/review.ts';
import { shrinkPicture } from './shrink-picture.ts';

export interface Photo {
  id: number;
  file: File;
}

export interface Photos {
  readonly chosen: readonly Photo[];
  readonly error: string | undefined;
  add(files: readonly File[]): void;
  remove(photo: Photo): void;
  clear(): void;
  /** Shows what the server found wrong with them. */
  setError(message: string): void;
  /**
   * The files, once all are prepared; undefined if the last choice was refused and nobody has tried
   * to send since: a review should not go without the pictures that its author believes are in it.
   */
  toSend(): Promise<readonly File[] | undefined>;
}

let lastId = 0;

export function usePhotos(): Photos {
  const [chosen, setChosen] = useState<readonly Photo[]>([]);
  const [error, setError] = useState<string>();
  /** The latest choice; the state follows with the next rendering. */
  const latest = useRef<readonly Photo[]>([]);
  const preparing = useRef(Promise.resolve());
  const isUnnoticed = useRef(false);

  function choose(photos: readonly Photo[]): void {
    latest.current = photos;
    setChosen(photos);
    isUnnoticed.current = false;
    setError(undefined);
  }

  function refuse(message: string): void {
    isUnnoticed.current = true;
    setError(message);
  }

  async function take(files: readonly File[]): Promise<void> {
    const before = latest.current.map(({ file }) => file);
    // The sizes will still change, so they are not checked here.
    const fault = checkPictures([...before, ...files].map(({ type }) => ({ type, size: 0 })));
    if (fault) return refuse(fault);
    const prepared: File[] = [];
    // One after the other: an open photograph takes a hundred megabytes of a phone's memory.
    for (const file of files) prepared.push(await shrinkPicture(file));
    const remaining = checkPictures(prepared);
    if (remaining) return refuse(remaining);
    choose([...latest.current, ...prepared.map((file) => ({ id: (lastId += 1), file }))]);
  }

  return {
    chosen,
    error,
    add(files) {
      preparing.current = preparing.current.then(() => take(files));
    },
    remove: (photo) => choose(latest.current.filter(({ id }) => id !== photo.id)),
    clear: () => choose([]),
    setError,
    async toSend() {
      await preparing.current;
      const isRefused = isUnnoticed.current;
      isUnnoticed.current = false;
      return isRefused ? undefined : latest.current.map(({ file }) => file);
    },
  };
}
