import { call, Refusal } from '../api/client'
import type { Approval, Decision } from '../api/generated'
import { resolved } from '../stream/live'

export type Answered = 'here' | 'elsewhere'

/** Answers a question. Somebody may have been faster: that is told, and no failure. */
export async function decide(approval: Approval, decision: Decision): Promise<Answered> {
  try {
    await call('decide', { path: { id: approval.approvalId }, body: decision })
    resolved(approval.approvalId)
    return 'here'
  } catch (failure) {
    if (failure instanceof Refusal && (failure.problem.status === 404 || failure.problem.status === 409)) {
      resolved(approval.approvalId)
      return 'elsewhere'
    }
    throw failure
  }
}

interface Choice { label: string; description?: string }
export interface Question { key: string; text: string; header?: string; isMany: boolean; choices: Choice[] }

type Values = Record<string, unknown>
const isValues = (value: unknown): value is Values => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The questions an agent asks instead of asking for permission, whatever form its CLI has for them. */
export function questionsOf(approval: Approval): Question[] {
  const input = isValues(approval.input) ? approval.input : {}
  if (Array.isArray(input.questions)) return input.questions.filter(isValues).map(asked)
  if (isValues(input.requestedSchema)) return fieldsOf(input.requestedSchema)
  return []
}

export function isForm(approval: Approval): boolean {
  return isValues(approval.input) && isValues(approval.input.requestedSchema)
}

function asked(question: Values): Question {
  const text = String(question.question ?? question.text ?? question.header ?? '')
  const choices = Array.isArray(question.options) ? question.options.map(choice => (isValues(choice) ? { label: String(choice.label ?? choice.value ?? ''), description: typeof choice.description === 'string' ? choice.description : undefined } : { label: String(choice) })) : []
  return { key: String(question.id ?? text), text, header: typeof question.header === 'string' ? question.header : undefined, isMany: question.multiSelect === true, choices }
}

function fieldsOf(schema: Values): Question[] {
  const properties = isValues(schema.properties) ? schema.properties : {}
  return Object.entries(properties).map(([key, value]) => {
    const field = isValues(value) ? value : {}
    const named = Array.isArray(field.enum) ? field.enum.map(String) : field.type === 'boolean' ? ['true', 'false'] : []
    return { key, text: String(field.description ?? field.title ?? key), header: String(field.title ?? key), isMany: false, choices: named.map(label => ({ label })) }
  })
}

/** The answers in the form the engine hands on. */
export function inputOf(approval: Approval, answers: Record<string, string | string[]>): unknown {
  return isForm(approval) ? typed(approval, answers) : { answers }
}

function typed(approval: Approval, answers: Record<string, string | string[]>): Values {
  const schema = (approval.input as { requestedSchema: { properties?: Record<string, { type?: string }> } }).requestedSchema
  return Object.fromEntries(
    Object.entries(answers).map(([key, value]) => {
      const type = schema.properties?.[key]?.type
      if (type === 'boolean') return [key, value === 'true']
      return [key, type === 'integer' || type === 'number' ? Number(value) : value]
    }),
  )
}
