import { useState } from 'react'
import type { Approval, Decision } from '../api/generated'
import { inputOf, type Question } from './decide'

/** Questions of an agent: choices as buttons, words of one's own beside them, all sent at once. */
export function QuestionForm(props: { approval: Approval; questions: Question[]; isSending: boolean; answer: (decision: Decision) => void }) {
  const [answers, setAnswers] = useState<Record<string, string | string[]>>({})
  const isComplete = props.questions.every(question => (answers[question.key] ?? '').length > 0)
  const choose = (question: Question, label: string) => setAnswers(before => {
    if (!question.isMany) return { ...before, [question.key]: label }
    const chosen = Array.isArray(before[question.key]) ? (before[question.key] as string[]) : []
    return { ...before, [question.key]: chosen.includes(label) ? chosen.filter(one => one !== label) : [...chosen, label] }
  })
  const send = () => props.answer({ decision: 'allow', input: inputOf(props.approval, answers) })
  return (
    <form className="questions" onSubmit={event => { event.preventDefault(); if (isComplete) send() }}>
      {props.questions.map(question => {
        const given = answers[question.key]
        const isOwn = typeof given === 'string' && !question.choices.some(choice => choice.label === given)
        return (
          <fieldset key={question.key}>
            <legend>{question.text}</legend>
            {question.choices.map(choice => (
              <label key={choice.label} className="choice">
                <input type={question.isMany ? 'checkbox' : 'radio'} name={question.key} checked={Array.isArray(given) ? given.includes(choice.label) : given === choice.label} onChange={() => choose(question, choice.label)} />
                <span><span>{choice.label}</span>{choice.description && <small className="muted">{choice.description}</small>}</span>
              </label>
            ))}
            <input className="field" aria-label={`Your own answer to: ${question.text}`} placeholder={question.choices.length ? 'Something else…' : 'Your answer'} value={isOwn ? (given as string) : ''} onChange={event => setAnswers(before => ({ ...before, [question.key]: event.target.value }))} />
          </fieldset>
        )
      })}
      <div className="answers">
        <button type="submit" className="button primary" disabled={!isComplete || props.isSending}>Answer</button>
        <span className="grow" />
        <button type="button" className="button" disabled={props.isSending} onClick={() => props.answer({ decision: 'deny' })}>Do not answer</button>
      </div>
    </form>
  )
}
