import type { BrowserContext, Page } from '@playwright/test'
import type { CaptchaService } from '#test/sign-in/captcha-service.ts'

const SCRIPT = 'https://challenges.cloudflare.com/turnstile/v0/api.js**'

/** A stub of Turnstile's API, rendered as a grey box. Solves itself, unless the page waits for `solve()`. */
const STUB = `
  const widgets = new Map()
  let count = 0
  const solve = async (id) => {
    const options = widgets.get(id)
    if (options) options.callback(await newToken())
  }
  window.turnstile = {
    render(place, options) {
      const id = 'widget-' + ++count
      widgets.set(id, options)
      place.innerHTML = '<div data-widget style="height:65px;max-width:300px;border:1px solid #8888;border-radius:4px;padding:20px 16px;font-size:14px">' + options.sitekey + ' · ' + options.language + ' · ' + options.theme + '</div>'
      if (!window.isSlowCaptcha) solve(id)
      return id
    },
    remove(id) { widgets.delete(id) },
  }
  window.captcha = {
    solve: () => [...widgets.keys()].forEach(solve),
    expire: () => [...widgets.values()].forEach((options) => options['expired-callback']()),
    fail: () => [...widgets.values()].forEach((options) => options['error-callback']('300030')),
  }
  window[new URL(document.currentScript.src).searchParams.get('onload')]()
`

export interface CaptchaStub {
  /** Actions of a visitor and failures of the widget. */
  act: (page: Page, what: 'solve' | 'expire' | 'fail') => Promise<void>
  /** Widgets no longer solve themselves. */
  slow: () => Promise<void>
  /** Whether the script can be loaded. */
  block: (isBlocked: boolean) => void
}

/** Replaces a captcha provider's script by the stub, with tokens that the service accepts. */
export async function stubCaptcha(
  context: BrowserContext,
  service: Pick<CaptchaService, 'newToken'>,
): Promise<CaptchaStub> {
  let isBlocked = false
  await context.exposeFunction('newToken', () => service.newToken())
  await context.route(SCRIPT, (route) =>
    isBlocked ? route.abort() : route.fulfill({ contentType: 'text/javascript', body: STUB }),
  )
  return {
    act: (page, what) => page.evaluate(`captcha.${what}()`),
    slow: async () => void (await context.addInitScript('window.isSlowCaptcha = true')),
    block: (next) => {
      isBlocked = next
    },
  }
}
