import { captcha } from 'better-auth/plugins'
import { env } from '#env/env.server.ts'
import { requestContext } from '#lib/request-context.server.ts'

type Plugin = ReturnType<typeof captcha>

/** What is asked for with every code that is sent; nothing else needs it. */
const ENDPOINTS = ['/email-otp/send-verification-otp']

/** better-auth's captcha in front of sending a code, where a provider is configured. */
export function captchaPlugins(): Plugin[] {
  const settings = env().captcha
  if (!settings) return []
  const { provider, siteKey, secretKey, verifyUrl } = settings
  const common = { secretKey, endpoints: ENDPOINTS, ...(verifyUrl && { siteVerifyURLOverride: verifyUrl }) }
  const plugin =
    provider === 'hcaptcha' || provider === 'captchafox'
      ? captcha({ ...common, provider, siteKey })
      : captcha({ ...common, provider })
  return [{ ...plugin, onRequest: async (...call) => honest(await plugin.onRequest(...call)) }]
}

type Outcome = { response: Response } | undefined

/** A provider that is dead or too slow is no unknown error: the visitor hears that it is the check, and the operator too. */
function honest(outcome: Outcome): Outcome {
  if (outcome?.response.status !== 500) return outcome
  requestContext().log.error('The captcha provider does not answer: no code can be sent')
  const code = 'SERVICE_UNAVAILABLE'
  return { response: Response.json({ code, message: code }, { status: 503 }) }
}
