import { refreshCatalogue } from './catalogue-store.ts'

// Runs in a worker of its own: see `refreshInWorker`.

addEventListener('message', ({ data: personId }: MessageEvent<string>) => {
  void refreshCatalogue(personId).then((outcome) => postMessage(outcome))
})
