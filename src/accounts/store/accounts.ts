import { type Insertable, sql } from 'kysely'
import type { Connection } from '../../store/connection.ts'
import type { AccountStatus } from '../contract/account.ts'
import type { Account } from '../domain/account.ts'
import { CREDENTIALS } from '../domain/credentials.ts'
import type { Plan } from '../domain/plan.ts'
import type { AccountRow, AccountTables } from './tables.ts'

export interface NewAccount extends Account {
  readonly passwordHash: string
  /** It begins with a sign-up, which its owner has to confirm. */
  readonly signedUp?: boolean
}

/** An account and the hash that its password is checked against. */
export interface AccountWithPassword {
  readonly account: Account
  readonly passwordHash: string
  /** It began with a sign-up. */
  readonly signedUp: boolean
}

/** The properties of an account that can change. */
export interface AccountChange {
  readonly plan?: Plan
  readonly status?: AccountStatus
  readonly emailVerified?: boolean
  readonly passwordHash?: string
  readonly timeZone?: string
  readonly isOperator?: boolean
}

/** Accounts of a list; what is absent does not matter. */
export interface AccountFilter {
  /** A part of the e-mail address, lower-case. */
  readonly emailPart?: string | undefined
  readonly plan?: Plan | undefined
  readonly status?: AccountStatus | undefined
  readonly isOperator?: boolean | undefined
}

const ACCOUNT_COLUMNS = [
  'id',
  'email',
  'email_verified',
  'plan',
  'standing',
  'time_zone',
  'created_at',
  'is_operator',
] as const

/** Accounts, found by id or by their lower-case e-mail. */
export function accounts(connection: Connection<AccountTables>) {
  const { db, changing } = connection
  return {
    ...unconfirmedAccounts(connection),
    ...listedAccounts(connection),

    /** False if the e-mail address is already registered. */
    async add(account: NewAccount): Promise<boolean> {
      const added = await db
        .insertInto('accounts')
        .values(toRow(account))
        .onConflict((conflict) => conflict.column('email').doNothing())
        .returning('id')
        .executeTakeFirst()
      return added !== undefined
    },

    async byEmail(email: string): Promise<AccountWithPassword | undefined> {
      const row = await db.selectFrom('accounts').selectAll().where('email', '=', email).executeTakeFirst()
      return row && withPassword(row)
    },

    async byId(id: string): Promise<AccountWithPassword | undefined> {
      const row = await db.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirst()
      return row && withPassword(row)
    },

    /** False when there is no such account. */
    async change(id: string, change: AccountChange): Promise<boolean> {
      const updated = await changing(CREDENTIALS, id, (it) =>
        it.updateTable('accounts').set(changedColumns(change)).where('id', '=', id).returning('id').executeTakeFirst(),
      )
      return updated !== undefined
    },

    /** Deletes the account and all its data. False if there is no such account. */
    async remove(id: string): Promise<boolean> {
      const removed = await changing(CREDENTIALS, id, (it) =>
        it.deleteFrom('accounts').where('id', '=', id).returning('id').executeTakeFirst(),
      )
      return removed !== undefined
    },
  }
}

function listedAccounts({ db, engine }: Connection<AccountTables>) {
  const matching = ({ emailPart, plan, status, isOperator }: AccountFilter) => {
    const found = engine === 'sqlite' ? sql`instr(email, ${emailPart})` : sql`strpos(email, ${emailPart})`
    return db
      .selectFrom('accounts')
      .$if(emailPart !== undefined, (all) => all.where(sql<boolean>`${found} > 0`))
      .$if(plan !== undefined, (all) => all.where('plan', '=', plan ?? 'delta'))
      .$if(status !== undefined, (all) => all.where('standing', '=', status ?? 'good'))
      .$if(isOperator !== undefined, (all) => all.where('is_operator', '=', Number(isOperator)))
  }
  return {
    /** Oldest first, starting after `afterId`. */
    async list({ afterId, limit, ...filter }: AccountFilter & { afterId: string; limit: number }): Promise<Account[]> {
      const rows = await matching(filter)
        .select(ACCOUNT_COLUMNS)
        .where('id', '>', afterId)
        .orderBy('id')
        .limit(limit)
        .execute()
      return rows.map(toAccount)
    },

    async count(filter: AccountFilter = {}): Promise<number> {
      const row = await matching(filter)
        .select((expression) => expression.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow()
      return row.total
    },
  }
}

/** Accounts that began with a sign-up which nobody has confirmed. */
function unconfirmedAccounts({ db, changing }: Connection<AccountTables>) {
  return {
    /**
     * Deletes up to `limit` accounts whose sign-up at or before `until` was not confirmed and that have no link that
     * works at `now`; returns how many.
     */
    async removeUnconfirmed(until: Date, now: Date, limit: number): Promise<number> {
      const unconfirmed = db
        .selectFrom('accounts')
        .select('id')
        .where('signed_up', '=', 1)
        .where('email_verified', '=', 0)
        .where('created_at', '<=', until.toISOString())
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('mail_tokens')
                .select('digest')
                .whereRef('mail_tokens.account_id', '=', 'accounts.id')
                .where('expires_at', '>', now.toISOString()),
            ),
          ),
        )
        .limit(limit)
      const removed = await changing(
        CREDENTIALS,
        (found: readonly { readonly id: string }[]) => found.map(({ id }) => id),
        (it) => it.deleteFrom('accounts').where('id', 'in', unconfirmed).returning('id').execute(),
      )
      return removed.length
    },
  }
}

function toRow(account: NewAccount): Insertable<AccountRow> {
  return {
    id: account.id,
    email: account.email.toLowerCase(),
    email_verified: Number(account.emailVerified),
    password_hash: account.passwordHash,
    plan: account.plan,
    standing: account.status,
    time_zone: account.timeZone,
    created_at: account.createdAt,
    signed_up: Number(account.signedUp ?? false),
    is_operator: Number(account.isOperator ?? false),
    log_ref: null,
  }
}

function withPassword(row: AccountRow): AccountWithPassword {
  return { account: toAccount(row), passwordHash: row.password_hash, signedUp: row.signed_up === 1 }
}

function changedColumns({
  plan,
  status: standing,
  emailVerified,
  passwordHash,
  timeZone,
  isOperator,
}: AccountChange): Partial<AccountRow> {
  return {
    ...(plan && { plan }),
    ...(standing && { standing }),
    ...(emailVerified !== undefined && { email_verified: Number(emailVerified) }),
    ...(passwordHash && { password_hash: passwordHash }),
    ...(timeZone && { time_zone: timeZone }),
    ...(isOperator !== undefined && { is_operator: Number(isOperator) }),
  }
}

/** Columns of the owner, to read them in one query with a row that belongs to an account. */
export const OWNER_COLUMNS = [
  'email',
  'email_verified',
  'plan',
  'standing',
  'time_zone',
  'is_operator',
  'accounts.created_at as account_created_at',
] as const

type OwnerRow = Omit<AccountRow, 'id' | 'created_at' | 'password_hash' | 'signed_up' | 'log_ref'> & {
  account_id: string
  account_created_at: string
}

export function toOwner(row: OwnerRow): Account {
  return toAccount({ ...row, id: row.account_id, created_at: row.account_created_at })
}

function toAccount(row: Omit<AccountRow, 'password_hash' | 'signed_up' | 'log_ref'>): Account {
  return {
    id: row.id,
    email: row.email,
    emailVerified: row.email_verified === 1,
    plan: row.plan,
    status: row.standing,
    timeZone: row.time_zone,
    createdAt: row.created_at,
    ...(row.is_operator === 1 && { isOperator: true }),
  }
}
