/** The last bytes of a stream, in a ring of fixed size. */
const defaultSize = 256 * 1024;

export type Tail = { push(bytes: Uint8Array): void; read(): { bytes: Uint8Array; whole: boolean } };

export const createTail = (size = defaultSize): Tail => {
  let ring: Uint8Array | undefined;
  let total = 0;
  return {
    push: (bytes) => {
      ring ??= new Uint8Array(size);
      const last = bytes.length > size ? bytes.subarray(bytes.length - size) : bytes;
      const at = (total + bytes.length - last.length) % size;
      const first = last.subarray(0, size - at);
      ring.set(first, at);
      ring.set(last.subarray(first.length), 0);
      total += bytes.length;
    },
    read: () => {
      if (!ring || total <= size) return { bytes: ring?.slice(0, total) ?? new Uint8Array(), whole: true };
      const at = total % size;
      const bytes = new Uint8Array(size);
      bytes.set(ring.subarray(at), 0);
      bytes.set(ring.subarray(0, at), size - at);
      return { bytes, whole: false };
    },
  };
};
