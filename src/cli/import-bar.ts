import { SingleBar } from 'cli-progress'

/** A progress bar by bytes, on stderr and only if that is a terminal. Clear it before anything else is printed. */
export function makeBar(size: number): { show(doing: string, bytes: number): void; clear(): void } {
  const stream = process.stderr
  if (!stream.isTTY) return { show: () => undefined, clear: () => undefined }
  const bar = new SingleBar({
    stream,
    format: '{doing} [{bar}] {percentage}%',
    clearOnComplete: true,
    // Without wrapping, the terminal would cut the lines that are printed meanwhile.
    linewrap: true,
    gracefulExit: false,
  })
  let isShown = false
  return {
    show(doing, bytes) {
      if (isShown) bar.update(bytes, { doing })
      else bar.start(Math.max(size, 1), bytes, { doing })
      isShown = true
    },
    // A bar remembers where it began and goes back there: the next one begins below what is printed.
    clear() {
      if (isShown) bar.stop()
      isShown = false
    },
  }
}
