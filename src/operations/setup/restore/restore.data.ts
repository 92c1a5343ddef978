import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { AppError } from '#base/errors/app-error.ts'
import { fromAnswer, localError } from '#base/errors/local-error.ts'
import { getLocale, LANGUAGE_HEADER } from '#base/i18n/locale.ts'
import { sendFile } from '#base/lib/form/send-file.ts'
import { RESTORE_FILE_PATH, RESTORE_STATE_PATH } from '#base/lib/restore-file.ts'
import {
  foundBackupsSchema,
  restoreProgressSchema,
  sentBackupSchema,
  type FoundBackup,
  type FoundBackups,
  type RestoreProgress,
} from './restore.schema.ts'

// Plain requests, no server functions: see `restore-answer.server.ts`.

const messagesSchema = z.object({ data: z.object({ messages: z.record(z.string(), z.string()) }) })

/** The answer of one of the paths. Throws AppError, with what is wrong at each field in words. */
async function ask(path: string, body?: object): Promise<unknown> {
  const headers = { 'content-type': 'application/json', [LANGUAGE_HEADER]: getLocale() }
  const answer = await fetch(path, body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers })
  const read: unknown = await answer.json().catch(() => null)
  if (answer.ok) return read
  const wait = answer.headers.get('retry-after')
  const { code, status, message } = fromAnswer(read, answer.status, wait === null ? undefined : Number(wait))
  const fields = Object.entries(messagesSchema.safeParse(read).data?.data.messages ?? {}).map(([field, sentence]) => [
    field,
    { key: 'in_words', params: { sentence } },
  ])
  throw new AppError({ code, status, message, fields: Object.fromEntries(fields) })
}

const parsed = <T>(schema: z.ZodMiniType<T>, value: unknown): T => {
  const { data } = schema.safeParse(value)
  if (data === undefined) throw localError('UNKNOWN_ERROR')
  return data
}

/** The backups of this computer and of the drives that are plugged in. */
export const foundBackupsQuery = (proof: string, code: string) =>
  queryOptions({
    queryKey: ['restore', 'found', code],
    queryFn: async (): Promise<FoundBackups> =>
      parsed(foundBackupsSchema, await ask('/api/restore/look', { proof, code })),
    retry: false,
    staleTime: Infinity,
  })

/** Sends a backup from where the browser finds it. */
export const sendBackup = async (
  file: File,
  options: { onProgress: (sent: number) => void; signal: AbortSignal },
): Promise<FoundBackup> => parsed(sentBackupSchema, await sendFile(RESTORE_FILE_PATH, file, options))

/** Begins to restore a backup. Throws FILE_REFUSED, and VALIDATION_ERROR for words that are not those of the backup. */
export const beginRestore = (id: string, words: string): Promise<unknown> => ask('/api/restore/begin', { id, words })

/** Milliseconds between two questions how the restore stands. */
const POLL = 700

/** How the restore of this browser stands. */
export const restoreProgressQuery = queryOptions({
  queryKey: ['restore', 'state'],
  queryFn: async (): Promise<RestoreProgress> => parsed(restoreProgressSchema, await ask(RESTORE_STATE_PATH)),
  refetchInterval: POLL,
  gcTime: 0,
})

/** Signs in as one of the admins of the restored library. RECOVERY_PHRASE, TOO_MANY_REQUESTS. */
export const claimAdmin = (userId: string, phrase: string): Promise<unknown> =>
  ask('/api/restore/claim', { userId, phrase })
