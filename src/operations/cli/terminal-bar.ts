import { SingleBar } from 'cli-progress'

/** A progress bar up to `size` on stderr, if that is a terminal. Must be cleared before other output. */
export function makeBar(size: number): { show(doing: string, done: number): void; clear(): void } {
  const stream = process.stderr
  if (!stream.isTTY) return { show: () => undefined, clear: () => undefined }
  const bar = new SingleBar({
    stream,
    format: '{doing} [{bar}] {percentage}%',
    clearOnComplete: true,
    // Without this the bar turns wrapping off, and the terminal truncates the lines printed between.
    linewrap: true,
    gracefulExit: false,
  })
  let isShown = false
  return {
    show(doing, done) {
      if (isShown) bar.update(done, { doing })
      else bar.start(Math.max(size, 1), done, { doing })
      isShown = true
    },
    // Stops the bar, which would return to its first line; the next one starts below the printed lines.
    clear() {
      if (isShown) bar.stop()
      isShown = false
    },
  }
}
