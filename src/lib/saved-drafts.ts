import { now } from './clock.ts'

/** A form, or a dialog, that can lose what was typed. */
interface DraftForm {
  /** What is to be kept, of plain values and dates; undefined where nothing was typed. */
  read: () => unknown
  /** Puts it back. It was read by another build: whatever does not fit any more is for the form to leave out. */
  restore: (kept: unknown) => void
}

interface Kept {
  /** Id of the person who typed it; empty for one who was not signed in. */
  owner: string
  /** Milliseconds. */
  at: number
  /** The page that they stand on. */
  path: string
  drafts: Record<string, unknown>
}

const KEY = 'drafts'
/** Milliseconds after which nobody expects to find it. */
const LIFE = 30 * 60_000

const forms = new Map<string, DraftForm>()
/** Of forms that have just gone: an error page may have taken their place. */
let gone: { path: string; drafts: Record<string, unknown> } = { path: '', drafts: {} }
let owner: string | undefined
let onRestored: () => void = () => undefined
let areKept = false

/** Whether what was typed is kept, and the page is about to be loaded anew: nothing is lost by leaving it. */
export const areDraftsSaved = (): boolean => areKept

/** Keeps what stands in all forms of the page, for the same page of the same person after it was loaded anew. */
export function saveDrafts(): void {
  if (owner === undefined) return
  const path = location.pathname
  const drafts: Record<string, unknown> = gone.path === path ? { ...gone.drafts } : {}
  for (const [key, form] of forms) {
    const value = form.read()
    if (value !== undefined) drafts[key] = value
  }
  if (Object.keys(drafts).length === 0) return
  const kept: Kept = { owner, at: now().getTime(), path, drafts }
  try {
    sessionStorage.setItem(KEY, JSON.stringify(kept, freeze))
    areKept = true
    addEventListener('pagehide', () => (areKept = false), { once: true })
  } catch {
    // No room, or no storage: leaving the page is then asked about as usual.
  }
}

/** A form is there: what was kept for it is put back. Answers how it says that it goes. */
export function registerDraft(key: string, form: DraftForm): () => void {
  forms.set(key, form)
  restore(key, form)
  return () => {
    const value = form.read()
    const path = location.pathname
    const before = gone.path === path ? gone.drafts : {}
    gone = { path, drafts: value === undefined ? before : { ...before, [key]: value } }
    if (forms.get(key) === form) forms.delete(key)
  }
}

/** Whose page it is (empty for nobody's), and what to do when something was put back. Another person's drafts are forgotten. */
export function setDraftOwner(next: string, whenRestored: () => void): void {
  const kept = readKept()
  if (next !== '' && kept && kept.owner !== '' && kept.owner !== next) forgetDrafts()
  owner = next
  onRestored = whenRestored
  for (const [key, form] of forms) restore(key, form)
}

/** Forgets what was kept: at sign-out. */
export function forgetDrafts(): void {
  gone = { path: '', drafts: {} }
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // Nothing was kept.
  }
}

function restore(key: string, form: DraftForm): void {
  const kept = readKept()
  if (!kept || kept.owner !== owner || kept.path !== location.pathname || !Object.hasOwn(kept.drafts, key)) return
  const { [key]: value, ...drafts } = kept.drafts
  if (Object.keys(drafts).length === 0) forgetDrafts()
  else sessionStorage.setItem(KEY, JSON.stringify({ ...kept, drafts }, freeze))
  form.restore(value)
  onRestored()
}

function readKept(): Kept | undefined {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null', thaw)
    return isKept(kept) && now().getTime() - kept.at < LIFE ? kept : undefined
  } catch {
    return undefined
  }
}

const isKept = (value: unknown): value is Kept =>
  typeof value === 'object' &&
  value !== null &&
  'owner' in value &&
  typeof value.owner === 'string' &&
  'at' in value &&
  typeof value.at === 'number' &&
  'path' in value &&
  typeof value.path === 'string' &&
  'drafts' in value &&
  typeof value.drafts === 'object' &&
  value.drafts !== null

const DATE = '$date'

function freeze(this: unknown, key: string, value: unknown): unknown {
  const own: unknown = typeof this === 'object' && this !== null ? Reflect.get(this, key) : undefined
  return own instanceof Date ? { [DATE]: own.getTime() } : value
}

const thaw = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && DATE in value && typeof value[DATE] === 'number'
    ? new Date(value[DATE])
    : value
