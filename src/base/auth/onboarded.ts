interface Person {
  onboardedAt: Date | null
  isImpersonated: boolean
}

/** Whether the name is set. In an impersonation it need not be, since the manager cannot set it for the user. */
export const isOnboarded = ({ onboardedAt, isImpersonated }: Person): boolean => onboardedAt !== null || isImpersonated
