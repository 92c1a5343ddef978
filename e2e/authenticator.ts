import type { Page } from '@playwright/test'

/** A device with passkeys of Chromium's own, which confirms its user at once; `remove` takes it away. */
export async function addAuthenticator(page: Page) {
  const client = await page.context().newCDPSession(page)
  await client.send('WebAuthn.enable')
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    /** Whether its user is there: without, the browser's dialogs and suggestions wait. */
    setPresent: (enabled: boolean) =>
      client.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
    credentials: async () => (await client.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
    /** Loses the passkeys. */
    clear: () => client.send('WebAuthn.clearCredentials', { authenticatorId }),
  }
}
