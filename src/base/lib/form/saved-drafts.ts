import { now } from '../clock.ts'

/** A form or a dialog with input to save. */
interface DraftForm {
  /** The input to save, of plain values and dates; undefined if nothing was typed. */
  read: () => unknown
  /** Restores saved input. Another build may have saved it, so the form must ignore values that it cannot use. */
  restore: (saved: unknown) => void
}

interface SavedDrafts {
  /** Id of the user who typed it; empty when signed out. */
  owner: string
  /** Time of saving, in milliseconds. */
  at: number
  /** Path of the page with the forms. */
  path: string
  drafts: Record<string, unknown>
}

const KEY = 'drafts'
/** Milliseconds after which saved drafts are ignored. */
const MAX_AGE = 30 * 60_000

const forms = new Map<string, DraftForm>()
/** Drafts of forms that have just unmounted: an error page may have replaced them. */
let unmounted: { path: string; drafts: Record<string, unknown> } = { path: '', drafts: {} }
let owner: string | undefined
let onRestored: () => void = () => undefined
let isSaved = false

/** Whether the drafts are saved for a reload, so that leaving the page loses nothing. */
export const areDraftsSaved = (): boolean => isSaved

/** Saves the input of all forms of the page, to be restored for the same user and path after a reload. */
export function saveDrafts(): void {
  if (owner === undefined) return
  const path = location.pathname
  const drafts: Record<string, unknown> = unmounted.path === path ? { ...unmounted.drafts } : {}
  for (const [key, form] of forms) {
    const value = form.read()
    if (value !== undefined) drafts[key] = value
  }
  if (Object.keys(drafts).length === 0) return
  const saved: SavedDrafts = { owner, at: now().getTime(), path, drafts }
  try {
    sessionStorage.setItem(KEY, JSON.stringify(saved, replacer))
    isSaved = true
    addEventListener('pagehide', () => (isSaved = false), { once: true })
  } catch {
    // Storage is full or unavailable: the page then warns before it is left, as usual.
  }
}

/** Registers a mounted form and restores its saved input. Returns the function to call on unmount. */
export function registerDraft(key: string, form: DraftForm): () => void {
  forms.set(key, form)
  restore(key, form)
  return () => {
    const value = form.read()
    const path = location.pathname
    const before = unmounted.path === path ? unmounted.drafts : {}
    unmounted = { path, drafts: value === undefined ? before : { ...before, [key]: value } }
    if (forms.get(key) === form) forms.delete(key)
  }
}

/** Sets the signed-in user (empty when signed out) and the callback after a restore. Deletes another user's drafts. */
export function setDraftOwner(next: string, onRestore: () => void): void {
  const saved = readSaved()
  if (next !== '' && saved && saved.owner !== '' && saved.owner !== next) forgetDrafts()
  owner = next
  onRestored = onRestore
  for (const [key, form] of forms) restore(key, form)
}

/** Deletes the saved drafts, at sign-out. */
export function forgetDrafts(): void {
  unmounted = { path: '', drafts: {} }
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // Without storage nothing was saved.
  }
}

function restore(key: string, form: DraftForm): void {
  const saved = readSaved()
  if (!saved || saved.owner !== owner || saved.path !== location.pathname || !Object.hasOwn(saved.drafts, key)) return
  const { [key]: value, ...drafts } = saved.drafts
  if (Object.keys(drafts).length === 0) forgetDrafts()
  else sessionStorage.setItem(KEY, JSON.stringify({ ...saved, drafts }, replacer))
  form.restore(value)
  onRestored()
}

function readSaved(): SavedDrafts | undefined {
  try {
    const saved: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null', reviver)
    return isSavedDrafts(saved) && now().getTime() - saved.at < MAX_AGE ? saved : undefined
  } catch {
    return undefined
  }
}

const isSavedDrafts = (value: unknown): value is SavedDrafts =>
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

function replacer(this: unknown, key: string, value: unknown): unknown {
  const own: unknown = typeof this === 'object' && this !== null ? Reflect.get(this, key) : undefined
  return own instanceof Date ? { [DATE]: own.getTime() } : value
}

const reviver = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && DATE in value && typeof value[DATE] === 'number'
    ? new Date(value[DATE])
    : value
