import { fromAnswer, localError } from '#base/errors/local-error.ts'
import { getLocale, LANGUAGE_HEADER } from '#base/i18n/locale.ts'
import { announceRefusal } from './refusal.ts'

interface SendOptions {
  /** Bytes that were sent so far. */
  onProgress: (sent: number) => void
  signal: AbortSignal
}

/**
 * Sends a file to a path of ours; resolves to the answer. `XMLHttpRequest`, because `fetch` does not tell how much was
 * sent. Throws AppError; the reason of the signal when it is aborted.
 */
export function sendFile(path: string, file: File, { onProgress, signal }: SendOptions): Promise<unknown> {
  const request = new XMLHttpRequest()
  request.open('POST', path)
  request.responseType = 'json'
  request.setRequestHeader('content-type', 'application/octet-stream')
  request.setRequestHeader('x-filename', encodeURIComponent(file.name.replace(/\p{Surrogate}/gu, '\uFFFD')))
  request.setRequestHeader(LANGUAGE_HEADER, getLocale())
  request.upload.addEventListener('progress', ({ loaded }) => onProgress(loaded))
  return new Promise((resolve, reject) => {
    request.addEventListener('load', () => {
      const { status, response } = request
      if (status === 201) return resolve(response)
      const wait = request.getResponseHeader('retry-after')
      const error = fromAnswer(response, status, wait === null ? undefined : Number(wait))
      announceRefusal(error, { isRead: false })
      reject(error)
    })
    request.addEventListener('error', () => reject(localError('NETWORK')))
    signal.addEventListener('abort', () => {
      request.abort()
      reject(signal.reason)
    })
    request.send(file)
  })
}
