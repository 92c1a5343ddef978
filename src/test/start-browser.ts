import type { BrowserType } from 'playwright-core'

const ATTEMPTS = 3

/**
 * Lets `launch` try again when the browser crashes while it starts, which Chromium rarely does: SIGSEGV, about once in
 * some hundred starts. Whatever else is wrong is thrown at once, and a browser that has started is never replaced.
 */
export function startAgainAfterCrash(type: BrowserType): void {
  const launch = type.launch.bind(type)
  type.launch = async (options) => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await launch(options)
      } catch (error) {
        if (attempt === ATTEMPTS || !isCrash(error)) throw error
        console.warn(`${type.name()} crashed while starting, and is started again`)
      }
    }
  }
}

/** Playwright quotes the end of the process: `<process did exit: exitCode=null, signal=SIGSEGV>`. */
const isCrash = (error: unknown): boolean => error instanceof Error && /did exit: .*signal=SIG/.test(error.message)
