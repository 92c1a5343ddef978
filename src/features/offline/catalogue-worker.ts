import { refreshCatalogue } from './catalogue-store.ts'

// Runs in a worker of its own: see `refreshInWorker`.

/** Whose offline catalogue the page wants to be refreshed. */
export interface RefreshCall {
  personId: string
  all: boolean
}

addEventListener('message', ({ data: { personId, all } }: MessageEvent<RefreshCall>) => {
  void refreshCatalogue(personId, { all }).then((outcome) => postMessage(outcome))
})
