import { vi } from 'vitest'
import type { Caller } from '../callers.ts'
import { startSocialSignIn, openCallback, type Arrival } from './oidc.ts'

/** A GitHub account; without `email` it has no address. */
export interface GithubPerson {
  id: number
  login: string
  email?: string
  isVerified?: boolean
}

/** The settings for GitHub as a provider. */
export const GITHUB = { GITHUB_CLIENT_ID: 'the-id-at-github', GITHUB_CLIENT_SECRET: 'the-secret-at-github' }

/**
 * Returns from GitHub as `person`. Tests do not reach GitHub: a mock of `fetch` answers the server's requests as
 * GitHub's documentation describes.
 */
export async function openGithubCallback(caller: Caller, state: string, person: GithubPerson): Promise<Arrival> {
  const { id, login, email, isVerified = false } = person
  const emails = email === undefined ? [] : [{ email, primary: true, verified: isVerified, visibility: null }]
  const answers: Record<string, unknown> = {
    'https://github.com/login/oauth/access_token': { access_token: 'gho_token', token_type: 'bearer', scope: '' },
    'https://api.github.com/user': { id, login, name: null, email: null, avatar_url: 'https://github.com/a.png' },
    'https://api.github.com/user/emails': emails,
  }
  const real = globalThis.fetch
  const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const url = input instanceof Request ? input.url : String(input)
    return Object.hasOwn(answers, url) ? Response.json(answers[url]) : real(input, init)
  })
  try {
    return await openCallback(
      caller,
      `http://localhost/api/auth/callback/github?${new URLSearchParams({ code: 'c', state })}`,
    )
  } finally {
    spy.mockRestore()
  }
}

/** A complete sign-in by GitHub. */
export async function signInWithGithub(caller: Caller, person: GithubPerson): Promise<Arrival> {
  const url = await startSocialSignIn(caller, { provider: 'github' })
  return openGithubCallback(caller, new URL(url).searchParams.get('state') ?? '', person)
}
