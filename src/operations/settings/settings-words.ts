import { m } from '#base/i18n/paraglide/messages.js'
import { lookUp } from '#base/lib/list/look-up.ts'

const idAt = (provider: string) => () => m.setting_provider_id({ provider })
const secretAt = (provider: string) => () => m.setting_provider_secret({ provider })

const addressOf = (source: string) => () => m.setting_lookup_url({ source })

/** What each setting is for, in a sentence for managers; a test compares the names with those that are listed. */
const SETTINGS: Record<string, () => string> = {
  HOST: m.setting_host,
  PORT: m.setting_port,
  WORKERS: m.setting_workers,
  BASE_URL: m.setting_base_url,
  TRUSTED_PROXIES: m.setting_trusted_proxies,
  DATABASE_URL: m.setting_database_url,
  DATABASE_DIRECT_URL: m.setting_database_direct_url,
  DATABASE_REPLICA_URL: m.setting_database_replica_url,
  DATA_DIR: m.setting_data_dir,
  SEED: m.setting_seed,
  BACKUPS: m.setting_backups,
  BACKUP_DELAY: m.setting_backup_delay,
  BACKUP_BEFORE_UPDATE: m.setting_backup_before_update,
  UPDATE_URL: m.setting_update_url,
  ADMIN_EMAIL: m.setting_admin_email,
  REQUIRE_PASSKEY: m.setting_require_passkey,
  AUTH_SECRET: m.setting_auth_secret,
  CODES_PER_CLIENT: m.setting_codes_per_client,
  MAIL: m.setting_mail,
  SMTP_URL: m.setting_smtp_url,
  MAIL_FROM: m.setting_mail_from,
  GITHUB_CLIENT_ID: idAt('GitHub'),
  GITHUB_CLIENT_SECRET: secretAt('GitHub'),
  GOOGLE_CLIENT_ID: idAt('Google'),
  GOOGLE_CLIENT_SECRET: secretAt('Google'),
  OIDC_ISSUER: m.setting_oidc_issuer,
  OIDC_CLIENT_ID: idAt('OpenID Connect'),
  OIDC_CLIENT_SECRET: secretAt('OpenID Connect'),
  OIDC_NAME: m.setting_oidc_name,
  CAPTCHA_PROVIDER: m.setting_captcha_provider,
  CAPTCHA_SITE_KEY: m.setting_captcha_site_key,
  CAPTCHA_SECRET_KEY: m.setting_captcha_secret_key,
  CAPTCHA_VERIFY_URL: m.setting_captcha_verify_url,
  DEMO: m.setting_demo,
  STARTER_COMMAND: m.setting_starter_command,
  ENV_NAME: m.setting_hint_name,
  ENV_EMOJI: m.setting_hint_emoji,
  ENV_COLOR: m.setting_hint_color,
  LOOKUP: m.setting_lookup,
  LOOKUP_DNB_URL: addressOf('Deutsche Nationalbibliothek'),
  LOOKUP_BNF_URL: addressOf('Bibliothèque nationale de France'),
  LOOKUP_K10PLUS_URL: addressOf('K10plus'),
  LOOKUP_OPENLIBRARY_URL: addressOf('Open Library'),
  LOG_LEVEL: m.setting_log_level,
  METRICS_TOKEN: m.setting_metrics_token,
  OTEL_EXPORTER_OTLP_ENDPOINT: m.setting_otlp,
}

/** What a setting is for; undefined for an unknown one. */
export const settingText = (name: string): string | undefined => lookUp(SETTINGS, name)?.()
