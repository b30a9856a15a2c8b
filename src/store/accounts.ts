import type { Insertable } from 'kysely'
import type { Account, Standing } from '../domain/accounts/account.ts'
import type { Plan } from '../domain/accounts/plan.ts'
import type { AccountRow } from './account-tables.ts'
import type { Connection } from './engine.ts'

export interface NewAccount extends Account {
  readonly passwordHash: string
}

/** An account with what its password is checked against. */
export interface AccountWithPassword {
  readonly account: Account
  readonly passwordHash: string
}

/** What of an account can change. */
export interface AccountChange {
  readonly plan?: Plan
  readonly standing?: Standing
  readonly emailVerified?: boolean
  readonly passwordHash?: string
  readonly timeZone?: string
}

const ACCOUNT_COLUMNS = ['id', 'email', 'email_verified', 'plan', 'standing', 'time_zone', 'created_at'] as const

/** Accounts, found by id or by their lower-case e-mail. */
export function accounts({ db, credentialsChanged }: Connection) {
  return {
    /** False when the e-mail is taken. */
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
      return row && { account: toAccount(row), passwordHash: row.password_hash }
    },

    async byId(id: string): Promise<AccountWithPassword | undefined> {
      const row = await db.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirst()
      return row && { account: toAccount(row), passwordHash: row.password_hash }
    },

    /** In the order of their making, those after `afterId`. */
    async list({ afterId, limit }: { afterId: string; limit: number }): Promise<Account[]> {
      const rows = await db
        .selectFrom('accounts')
        .select(ACCOUNT_COLUMNS)
        .where('id', '>', afterId)
        .orderBy('id')
        .limit(limit)
        .execute()
      return rows.map(toAccount)
    },

    async count(): Promise<number> {
      const row = await db
        .selectFrom('accounts')
        .select((expression) => expression.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow()
      return row.total
    },

    /** False when there is no such account. */
    async change(id: string, change: AccountChange): Promise<boolean> {
      const changed = await db
        .updateTable('accounts')
        .set(changedColumns(change))
        .where('id', '=', id)
        .returning('id')
        .executeTakeFirst()
      credentialsChanged()
      return changed !== undefined
    },

    /** With all that belongs to it. False when there is no such account. */
    async remove(id: string): Promise<boolean> {
      const removed = await db.deleteFrom('accounts').where('id', '=', id).returning('id').executeTakeFirst()
      credentialsChanged()
      return removed !== undefined
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
    standing: account.standing,
    time_zone: account.timeZone,
    created_at: account.createdAt,
  }
}

function changedColumns({ plan, standing, emailVerified, passwordHash, timeZone }: AccountChange): Partial<AccountRow> {
  return {
    ...(plan && { plan }),
    ...(standing && { standing }),
    ...(emailVerified !== undefined && { email_verified: Number(emailVerified) }),
    ...(passwordHash && { password_hash: passwordHash }),
    ...(timeZone && { time_zone: timeZone }),
  }
}

/** What a row that belongs to an account is joined with, to read its owner in the same query. */
export const OWNER_COLUMNS = [
  'email',
  'email_verified',
  'plan',
  'standing',
  'time_zone',
  'accounts.created_at as account_created_at',
] as const

type OwnerRow = Omit<AccountRow, 'id' | 'created_at' | 'password_hash'> & {
  account_id: string
  account_created_at: string
}

export function toOwner(row: OwnerRow): Account {
  return toAccount({ ...row, id: row.account_id, created_at: row.account_created_at })
}

function toAccount(row: Omit<AccountRow, 'password_hash'>): Account {
  return {
    id: row.id,
    email: row.email,
    emailVerified: row.email_verified === 1,
    plan: row.plan,
    standing: row.standing,
    timeZone: row.time_zone,
    createdAt: row.created_at,
  }
}
