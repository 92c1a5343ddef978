import { isProof, isSetupOpen } from '#base/auth/better-auth/setup.server.ts'
import { callAuth } from '#base/auth/better-auth/call-auth.server.ts'
import { consumeSignIn } from '#base/auth/limits/code-limits.server.ts'
import { consumeLimits } from '#base/auth/limits/rate-limits.server.ts'
import { isSealed, openByWords, typedWords, unknownWord, WORD_COUNT } from '#base/auth/recovery/eight-words.server.ts'
import { giveTicket, ownRestore, ticketOf } from '#base/auth/setup/restore-ticket.server.ts'
import { asksForCode, requireSetupCode } from '#base/auth/setup/setup-code.server.ts'
import { BackupError } from '#base/db/backup/backup-error.server.ts'
import { readBackupInfo, requireRestorable, type BackupInfo } from '#base/db/backup/backup-file.server.ts'
import { isBeingRestored } from '#base/db/backup/restore-state.server.ts'
import { createError } from '#base/errors/create-error.server.ts'
import { errorResponse } from '#base/errors/error-response.server.ts'
import { isolated } from '#base/i18n/isolated.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { parseJsonObject } from '#base/lib/http/json-object.server.ts'
import { RESTORE_FILE_PATH, RESTORE_STATE_PATH } from '#base/lib/restore-file.ts'
import { toAppError } from '#base/rpc/errors.server.ts'
import { backupOfId, describe, findBackups } from './found-backups.server.ts'
import { problemSentence } from './restore-words.server.ts'
import type { RestoreProgress } from './restore.schema.ts'
import { startRestore } from './run-restore.server.ts'
import { receiveBackup } from './sent-backup.server.ts'

type Answer = (request: Request) => Promise<Response>

// Not procedures: they have no caller with a role, and the state must not ask the database, which is locked meanwhile.
const ANSWERS: Record<string, Answer> = {
  'POST /api/restore/look': look,
  [`POST ${RESTORE_FILE_PATH}`]: receive,
  'POST /api/restore/begin': begin,
  [`GET ${RESTORE_STATE_PATH}`]: state,
  'POST /api/restore/claim': claim,
}

/** Answers the calls of the part of `/setup` that restores a backup. */
export async function answerRestore(request: Request): Promise<Response> {
  const answer = ANSWERS[`${request.method} ${new URL(request.url).pathname}`]
  try {
    if (!answer) throw createError('NOT_FOUND')
    return await answer(request)
  } catch (cause) {
    const { error, isKnown } = toAppError(cause)
    if (!isKnown) throw cause
    return errorResponse(error)
  }
}

const cookiesOf = (request: Request): string | null => request.headers.get('cookie')

/** The fields of a JSON body, texts alone. */
async function textsOf(request: Request): Promise<Partial<Record<string, string>>> {
  const fields = Object.entries(parseJsonObject(await request.text()))
  return Object.fromEntries(fields.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])))
}

/** The backups that are here. Demands what the set-up demands, and then gives this browser its ticket. */
async function look(request: Request): Promise<Response> {
  const { proof = '', code = '' } = await textsOf(request)
  if (!(await isSetupOpen()) || !isProof(proof)) {
    await consumeSignIn()
    throw createError('SETUP_CLOSED')
  }
  if (ticketOf(cookiesOf(request)) === undefined) {
    if (asksForCode()) await requireSetupCode(code)
    giveTicket()
  }
  return Response.json(await findBackups())
}

/** The ticket of a browser that may restore a backup now. Throws SETUP_CLOSED. */
async function requireTicket(request: Request): Promise<string> {
  const ticket = ticketOf(cookiesOf(request))
  if (ticket === undefined || isBeingRestored() || !(await isSetupOpen())) throw createError('SETUP_CLOSED')
  return ticket
}

async function receive(request: Request): Promise<Response> {
  await requireTicket(request)
  const { path, file } = await receiveBackup(request)
  const patience = new Promise<never>(() => undefined)
  return Response.json(await describe({ path, file, place: { kind: 'sent', name: '' } }, patience), { status: 201 })
}

/** Words that may be tried, by all together: each try costs 100 ms. */
const GUESSES = { max: 20, seconds: 3600 }

/** Whether a restore is being begun: of two tabs that ask at once, one begins. */
let isBeginning = false

async function begin(request: Request): Promise<Response> {
  const ticket = await requireTicket(request)
  const { id = '', words: typed = '' } = await textsOf(request)
  const found = await backupOfId(id)
  if (!found) throw createError('FILE_REFUSED', { sentence: m.restore_problem_gone() })
  if (isBeginning) throw createError('FILE_REFUSED', { sentence: m.restore_problem_busy() })
  isBeginning = true
  try {
    await beginWith(found, ticket, typed)
  } finally {
    isBeginning = false
  }
  return Response.json({}, { status: 202 })
}

async function beginWith({ path, file }: { path: string; file: string }, ticket: string, typed: string) {
  const info = await restorable(path, file)
  const words = typedWords(typed)
  const secret = words.length === 0 ? undefined : await secretOf(info, words)
  // The words take a moment, in which another tab may have begun.
  if (isBeingRestored()) throw createError('SETUP_CLOSED')
  await startRestore({ path, file, ticket, words, secret })
}

async function restorable(path: string, file: string): Promise<BackupInfo> {
  try {
    const info = await readBackupInfo(path)
    await requireRestorable(info)
    return info
  } catch (error) {
    const problem = error instanceof BackupError ? error.problem : 'unreadable'
    throw createError('FILE_REFUSED', { sentence: problemSentence(problem, file) })
  }
}

/** What the words open. Throws VALIDATION_ERROR that says what is wrong with them. */
async function secretOf({ header }: BackupInfo, words: string[]): Promise<string> {
  if (!isSealed(header.secret)) refuseWords(m.restore_words_none())
  if (words.length !== WORD_COUNT) refuseWords(m.restore_words_count({ count: words.length }))
  const unknown = unknownWord(words)
  if (unknown !== undefined) refuseWords(m.restore_words_unknown({ word: isolated(unknown) }))
  await consumeLimits([{ key: 'restore:words', windows: [GUESSES] }])
  return (await openByWords(words, header.secret)) ?? refuseWords(m.restore_words_wrong())
}

function refuseWords(sentence: string): never {
  throw createError('VALIDATION_ERROR', { fields: { words: { key: 'in_words', params: { sentence } } } })
}

/** How the restore of this browser stands. Asks the disk alone. */
async function state(request: Request): Promise<Response> {
  const own = ownRestore(cookiesOf(request))
  const progress: RestoreProgress = {
    phase: own?.phase ?? 'none',
    step: own?.step ?? 'restoring',
    share: own?.share ?? 0,
    problem: own && own.problem !== null ? problemSentence(own.problem, own.name) : null,
  }
  return Response.json(progress)
}

/** Signs in as one of the admins of the restored library. */
async function claim(request: Request): Promise<Response> {
  const { userId = '', phrase = '' } = await textsOf(request)
  const browser = { cookies: cookiesOf(request), userAgent: request.headers.get('user-agent') }
  await callAuth('/sign-in/restore', { userId, phrase }, browser)
  return Response.json({})
}
