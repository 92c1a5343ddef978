import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import { db } from '#base/db/connection/client.server.ts'
import { recovery } from '#base/db/tables/recovery.ts'
import { authSecret } from '#base/env/secret.server.ts'
import { getLocale } from '#base/i18n/locale.ts'
import { newWords, sealByWords } from './eight-words.server.ts'

/** Words as they are kept: encrypted with the secret of the server. */
export const keptWords = (words: readonly string[]): Promise<string> =>
  symmetricEncrypt({ key: authSecret(), data: words.join(' ') })

async function readWords(kept: string | null | undefined): Promise<string[] | undefined> {
  if (typeof kept !== 'string') return undefined
  try {
    return (await symmetricDecrypt({ key: authSecret(), data: kept })).split(' ')
  } catch {
    // The words were kept by a server with another secret, and seal that secret: of no use here.
    return undefined
  }
}

/**
 * The eight words of the library's sheet. They are made when they are first asked for, or anew; from then on each backup has
 * the secret of the server, sealed by them.
 */
export async function sheetWords({ isRenewed = false } = {}): Promise<string[]> {
  const locale = getLocale()
  return db.transaction(async (tx) => {
    await tx.insert(recovery).values({}).onConflictDoNothing()
    const [row] = await tx.select({ words: recovery.words }).from(recovery).for('update')
    const known = isRenewed ? undefined : await readWords(row?.words)
    if (known) return known
    const words = newWords(locale)
    await tx
      .update(recovery)
      .set({ words: await keptWords(words), sealedSecret: await sealByWords(words, authSecret()) })
    return words
  })
}
