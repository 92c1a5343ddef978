import { Desk } from '../queue/desk.ts'
import type { Happened } from '../queue/desk-state.ts'
import { browserQueues } from '../queue/desk-queue.ts'
import { renewLoans, scanCodeAtDesk, undoAct } from '../desk.data.ts'

/** What the page that is open hears of. */
interface DeskEars {
  onDone: () => void
  onHappened: (happened: Happened) => void
}

let desk: Desk | undefined
let ears: DeskEars | undefined

const newDesk = (): Desk =>
  new Desk({
    calls: {
      scan: (data) => scanCodeAtDesk({ data }),
      renew: (data) => renewLoans({ data }),
      undo: (data) => undoAct({ data }),
    },
    store: browserQueues(),
    onDone: () => ears?.onDone(),
    onHappened: (happened) => ears?.onHappened(happened),
  })

/** The one desk of this browser page: its queue works on while another page of Maktaba is shown. */
export const theDesk = (): Desk => (typeof window === 'undefined' ? newDesk() : (desk ??= newDesk()))

/** Key of the id of this tab's queue: a reload makes a new queue, which goes on with the acts of the former. */
const FORMER = 'desk-page'

/** Begins to work, and tells the page that is open. Returns what ends that. */
export function openDesk(one: Desk, heard: DeskEars): () => void {
  ears = heard
  let formerId: string | undefined
  try {
    formerId = sessionStorage.getItem(FORMER) ?? undefined
    sessionStorage.setItem(FORMER, one.id())
  } catch {
    // Without storage the id of a former queue is not known.
  }
  one.start(formerId === one.id() ? undefined : formerId)
  return () => {
    if (ears === heard) ears = undefined
    // Nobody is open on the next visit: the next book would be lent to whom it is not for.
    one.end()
  }
}
