import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import { authSecret } from '#env/secret.server.ts'

/** The password of the mail server as it is kept: encrypted with the secret of the server, which no backup contains. */
export const sealMailPassword = async (password: string): Promise<string> =>
  password === '' ? '' : symmetricEncrypt({ key: authSecret(), data: password })

/** Throws where it was encrypted with another secret, as after a restore on another machine. */
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
