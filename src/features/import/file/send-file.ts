import { fromAnswer, localError } from '#errors/local-error.ts'
import { getLocale, LANGUAGE_HEADER } from '#i18n/locale.ts'
import { announceRefusal } from '#lib/form/refusal.ts'

interface SendOptions {
  /** Bytes that were sent so far. */
  onProgress: (sent: number) => void
  signal: AbortSignal
}

/**
 * Sends a file to be previewed; resolves to the id of its import. `XMLHttpRequest`, because `fetch` does not tell how
 * much was sent. Throws AppError; the reason of the signal when it is aborted.
 */
export function sendFile(file: File, { onProgress, signal }: SendOptions): Promise<string> {
  const request = new XMLHttpRequest()
  request.open('POST', '/api/v1/imports?dryRun=true')
  request.responseType = 'json'
  request.setRequestHeader('content-type', 'application/octet-stream')
  request.setRequestHeader('x-filename', encodeURIComponent(file.name.replace(/\p{Surrogate}/gu, '\uFFFD')))
  request.setRequestHeader(LANGUAGE_HEADER, getLocale())
  request.upload.addEventListener('progress', ({ loaded }) => onProgress(loaded))
  return new Promise((resolve, reject) => {
    request.addEventListener('load', () => {
      const { status, response } = request
      if (status === 201 && typeof response?.id === 'string') return resolve(response.id)
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
