/** All settings. Tests start without them, whatever the shell has set; env.test.ts keeps the list complete. */
export const SETTINGS = [
  'HOST',
  'PORT',
  'WORKERS',
  'BASE_URL',
  'DATA_DIR',
  'DATABASE_URL',
  'DATABASE_REPLICA_URL',
  'DATABASE_DIRECT_URL',
  'BACKUPS',
  'BACKUP_DELAY',
  'BACKUP_BEFORE_UPDATE',
  'BACKUP_FOLDER',
  'UPDATE_URL',
  'AUTH_SECRET',
  'SMTP_URL',
  'MAIL_FROM',
  'MAIL',
  'ADMIN_EMAIL',
  'SIGNUP',
  'DEMO',
  'ENV_NAME',
  'ENV_EMOJI',
  'ENV_COLOR',
  'CONTACT_EMAIL',
  'STARTER_COMMAND',
  'SEED',
  'TIME_ZONE',
  'GITHUB_CLIENT_ID',
  'GITHUB_CLIENT_SECRET',
  'GOOGLE_CLIENT_ID',
  'GOOGLE_CLIENT_SECRET',
  'OIDC_ISSUER',
  'OIDC_CLIENT_ID',
  'OIDC_CLIENT_SECRET',
  'OIDC_NAME',
  'CAPTCHA_PROVIDER',
  'CAPTCHA_SITE_KEY',
  'CAPTCHA_SECRET_KEY',
  'CAPTCHA_VERIFY_URL',
  'REQUIRE_PASSKEY',
  'SECURITY_LOG_DAYS',
  'CODES_PER_CLIENT',
  'TRASH_DAYS',
  'TRUSTED_PROXIES',
  'LOG_LEVEL',
  'METRICS_TOKEN',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'LOOKUP',
  'LOOKUP_DNB_URL',
  'LOOKUP_BNF_URL',
  'LOOKUP_K10PLUS_URL',
  'LOOKUP_OPENLIBRARY_URL',
] as const

export type Setting = (typeof SETTINGS)[number]

export const TEST_SECRET = 'a secret of forty characters for the tests'

/**
 * Sets settings for this test file; `undefined` unsets. Call it at the top, since settings are read once a process.
 */
export function useEnv(settings: Partial<Record<Setting, string | undefined>>): void {
  for (const [name, value] of Object.entries(settings)) {
    if (value === undefined) delete process.env[name]
    else process.env[name] = value
  }
}
