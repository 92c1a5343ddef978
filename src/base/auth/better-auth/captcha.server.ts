import { captcha } from 'better-auth/plugins'
import { env } from '#base/env/env.server.ts'
import { requestContext } from '#base/lib/http/request-context.server.ts'

type Plugin = ReturnType<typeof captcha>

/** The only endpoint that needs a captcha: it sends mail. */
const ENDPOINTS = ['/email-otp/send-verification-otp']

/** better-auth's captcha plugin for sending codes, if a provider is configured. */
export function captchaPlugins(): Plugin[] {
  const settings = env().captcha
  if (!settings) return []
  const { provider, siteKey, secretKey, verifyUrl } = settings
  const common = { secretKey, endpoints: ENDPOINTS, ...(verifyUrl && { siteVerifyURLOverride: verifyUrl }) }
  const plugin =
    provider === 'hcaptcha' || provider === 'captchafox'
      ? captcha({ ...common, provider, siteKey })
      : captcha({ ...common, provider })
  return [{ ...plugin, onRequest: async (...call) => asUnavailable(await plugin.onRequest(...call)) }]
}

type Outcome = { response: Response } | undefined

/** Answers and logs SERVICE_UNAVAILABLE when the captcha provider does not respond; better-auth would answer 500. */
function asUnavailable(outcome: Outcome): Outcome {
  if (outcome?.response.status !== 500) return outcome
  requestContext().log.error('The captcha provider does not answer: no code can be sent')
  const code = 'SERVICE_UNAVAILABLE'
  return { response: Response.json({ code, message: code }, { status: 503 }) }
}
