/** Milliseconds until a script that neither came nor failed counts as failed. */
const PATIENCE = 15_000
/** The global function that the providers' scripts call when they are ready. */
export const READY = 'onCaptchaReady'

declare global {
  interface Window {
    [READY]?: () => void
  }
}

let loading: Promise<void> | undefined

/** Loads a provider's script, once a page. Rejects when it does not come; the next call tries again. */
export function loadScript(url: string): Promise<void> {
  loading ??= new Promise<void>((resolve, reject) => {
    const script = document.createElement('script')
    const fail = () => {
      loading = undefined
      script.remove()
      reject(new Error('The script of the captcha did not come'))
    }
    const timer = setTimeout(fail, PATIENCE)
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
