import { m } from '#base/i18n/paraglide/messages.js'
import { lookUp } from '#base/lib/list/look-up.ts'

const METHODS: Record<string, () => string> = {
  code: m.security_way_code,
  card: m.security_way_card,
  passkey: m.security_way_passkey,
  demo: m.security_way_demo,
  setup: m.security_way_setup,
  restore: m.security_way_restore,
  github: () => 'GitHub',
  google: () => 'Google',
  oidc: () => 'OpenID',
}

/** How somebody has signed in, in words. */
export const signInMethod = (how: string): string => lookUp(METHODS, how)?.() ?? m.security_way_other()
