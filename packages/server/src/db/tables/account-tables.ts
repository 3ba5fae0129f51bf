import type { Role } from '@parley/contract';
import type { Generated } from 'kysely';

export interface AccountTables {
  /** People who sign in to the dashboard. */
  users: {
    id: string;
    /** In lower case. */
    email: string;
    name: string;
    /** As in the PHC format (`$argon2id$…`); null for those who only sign in with an identity provider. */
    password_hash: string | null;
    /** Issuer and subject, with a space between. */
    oidc_subject: string | null;
    /** When it was proved that the address is of whoever has the account; null for never, or not since somebody else could get in. */
    verified_at: Generated<number | null>;
    /** Sealed; of the authenticator app, from the moment in which it is set up. */
    totp_secret: Generated<string | null>;
    /** Since when it is asked for; null while it is off or being set up. */
    totp_on_at: Generated<number | null>;
    /** Of the last code that was taken: each works once. */
    totp_step: Generated<number | null>;
    /** JSON array; null for none. */
    passkeys: Generated<string | null>;
    /** JSON array of SHA-256 of the recovery codes that are left, hexadecimal. */
    recovery_hashes: Generated<string | null>;
    /** To the minute. */
    last_seen_at: number | null;
    created_at: number;
  };
  /** Where people may act, and as what. */
  members: {
    id: string;
    user_id: string;
    /** Null for the whole installation. */
    workspace_id: string | null;
    role: Role;
    created_at: number;
  };
  sessions: {
    id: string;
    user_id: string;
    /** SHA-256 of the token that the cookie holds, hexadecimal. */
    hash: string;
    /** 1 when it was opened with a second factor, or by an identity provider, whose matter that is. */
    second_factor: Generated<number | null>;
    /** Of the sign-in. */
    address: string | null;
    user_agent: string | null;
    /** To the minute. */
    last_seen_at: number;
    expires_at: number;
    created_at: number;
  };
  /** Links that set the password of an account; one a person. */
  password_links: {
    user_id: string;
    /** SHA-256 of the token that the link holds, hexadecimal. */
    hash: string;
    drops_second_factor: number;
    /** 1 for one that was mailed to the address of the account. */
    proves_address: Generated<number | null>;
    expires_at: number;
  };
  invitations: {
    id: string;
    /** In lower case. */
    email: string;
    role: Role;
    workspace_id: string | null;
    /** SHA-256 of the token that the link holds, hexadecimal. */
    hash: string;
    invited_by: string | null;
    /** The key that invited, where no person did. */
    invited_with: Generated<string | null>;
    expires_at: number;
    created_at: number;
  };
}
