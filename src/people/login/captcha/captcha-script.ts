/** Milliseconds after which a script that has neither loaded nor failed counts as failed. */
const TIMEOUT = 15_000
/** The global function that the providers' scripts call when they are ready. */
export const READY = 'onCaptchaReady'

declare global {
  interface Window {
    [READY]?: () => void
  }
}

let loading: Promise<void> | undefined

/** Loads a provider's script once per page. Rejects on failure or timeout; the next call tries again. */
export function loadScript(url: string): Promise<void> {
  loading ??= new Promise<void>((resolve, reject) => {
    const script = document.createElement('script')
    const fail = () => {
      loading = undefined
      script.remove()
      reject(new Error('The script of the captcha could not be loaded'))
    }
    const timer = setTimeout(fail, TIMEOUT)
    window[READY] = () => {
      clearTimeout(timer)
      resolve()
    }
    script.addEventListener('error', () => {
      clearTimeout(timer)
      fail()
    })
    script.async = true
    script.src = url
    document.head.append(script)
  })
  return loading
}
