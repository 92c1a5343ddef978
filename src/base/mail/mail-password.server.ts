import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import { authSecret } from '#base/env/secret.server.ts'

/** The password of the mail server as it is kept: encrypted with the secret of the server, which no backup contains. */
export const sealMailPassword = async (password: string): Promise<string> =>
  password === '' ? '' : symmetricEncrypt({ key: authSecret(), data: password })

/** The password in clear. Throws where it was encrypted with another secret, as after a restore on another machine. */
export async function readMailPassword(sealed: string): Promise<string> {
  if (sealed === '') return ''
  try {
    return await symmetricDecrypt({ key: authSecret(), data: sealed })
  } catch (error) {
    throw new Error('The password of the mail server was kept with another secret: write it again in the settings', {
      cause: error,
    })
  }
}

/** The password, encrypted anew with this server's secret; undefined where the secret `former` does not open it. */
export async function resealMailPassword(sealed: string, former: string): Promise<string | undefined> {
  try {
    return await sealMailPassword(await symmetricDecrypt({ key: former, data: sealed }))
  } catch {
    return undefined
  }
}
