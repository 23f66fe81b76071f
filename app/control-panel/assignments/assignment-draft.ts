import {
  type Assignment,
  type AuthoredExercise,
  type AuthoredItem,
  type ContextType,
  type Exercise,
  type ItemType,
  itemTypes,
} from "~/services/contracts/submissions";

/** The form of an assignment: each question is an exercise of its own, a quiz is one exercise. docs/product/reader.md#assignments. */

export const optionFields = 6;

/** One question as it stands in the form; which texts count depends on its type. */
export type QuestionDraft = {
  id: string;
  type: ItemType;
  /** Phrase, title of a reflection, or words of a link. */
  text: string;
  /** Hoped-for answers a line each, description of a reflection, or address of a link. */
  detail: string;
  options: string[];
  /** Index of the right option; null while none is chosen. */
  right: number | null;
};

export type AssignmentDraft = {
  type: ContextType;
  title: string;
  description: string;
  bookId: string;
  chapter: string;
  groupId: string;
  pupils: string[];
  dueOn: string;
  shared: boolean;
  questions: QuestionDraft[];
};

export const assignmentIntents = {
  save: "save",
  add: "add",
  remove: "remove",
  preview: "preview",
  delete: "delete",
  comment: "comment",
  handBack: "handBack",
} as const;

export function emptyQuestion(type: ItemType, id: string): QuestionDraft {
  return { id, type, text: "", detail: "", options: [], right: null };
}

/** Most questions of one form. */
const mostQuestions = 50;

export function readDraft(form: FormData): AssignmentDraft {
  const text = (name: string) => String(form.get(name) ?? "");
  const count = Math.min(mostQuestions, Number(form.get("count")) || 0);
  return {
    type: text("type") === "Quiz" ? "Quiz" : "Assignment",
    title: text("title"),
    description: text("description").replaceAll("\r\n", "\n"),
    bookId: text("bookId"),
    chapter: text("chapter"),
    groupId: text("groupId"),
    pupils: form.getAll(`pupil:${text("groupId")}`).map(String),
    dueOn: text("dueOn"),
    shared: form.get("shared") === "on",
    questions: Array.from({ length: count }, (_, index) => {
      const of = (name: string) => text(`q${index}.${name}`).replaceAll("\r\n", "\n");
      const right = of("right");
      return {
        id: of("id"),
        type: itemTypes.find((type) => type === of("type")) ?? "open-question",
        text: of("text"),
        detail: of("detail"),
        options: Array.from({ length: optionFields }, (_each, option) => of(`option${option}`)),
        right: right === "" ? null : Number(right),
      };
    }),
  };
}

function itemOf({ type, text, detail, options, right }: QuestionDraft): AuthoredItem {
  switch (type) {
    case "open-question": {
      const targetAnswers = detail
        .split("\n")
        .map((line) => line.trim())
        .filter(Boolean);
      return { type, phrase: text, ...(targetAnswers.length > 0 ? { targetAnswers } : {}) };
    }
    case "closed-question": {
      const given = options.map((option, index) => ({ id: String(index + 1), text: option.trim() }));
      return {
        type,
        phrase: text,
        options: given.filter((option) => option.text !== ""),
        answer: right === null ? "" : String(right + 1),
      };
    }
    case "reflection-task":
      return { type, title: text, description: detail };
    case "external-reference":
      return { type, url: detail, text };
  }
}

export function exercisesOf({ type, questions }: Pick<AssignmentDraft, "type" | "questions">): AuthoredExercise[] {
  const [first] = questions;
  if (type === "Quiz" && first) return [{ id: first.id, content: questions.map(itemOf) }];
  return questions.map((question) => ({ id: question.id, content: [itemOf(question)] }));
}

/** As its pupils would see it, however far its author is. */
export function previewOf(draft: AssignmentDraft): Exercise[] {
  return exercisesOf(draft).map(({ id, content }) => ({ id, content }));
}

export function draftOf(assignment: Assignment): AssignmentDraft {
  const exercises = assignment.exercises ?? [];
  return {
    ...{ type: assignment.type, title: assignment.title, description: assignment.description },
    ...{ bookId: assignment.bookId, chapter: assignment.chapter ?? "", groupId: assignment.group.id },
    ...{ pupils: assignment.pupils ?? [], dueOn: assignment.dueOn ?? "", shared: assignment.shared },
    questions: exercises.flatMap(({ id, content }) =>
      content.map((item, index) => questionOf(item, index === 0 ? id : `${id}-${index}`)),
    ),
  };
}

function questionOf(item: AuthoredItem, id: string): QuestionDraft {
  const empty = emptyQuestion(item.type, id);
  switch (item.type) {
    case "open-question":
      return { ...empty, text: item.phrase, detail: item.targetAnswers?.join("\n") ?? "" };
    case "closed-question": {
      const options: string[] = [];
      for (const option of item.options) options[Number(option.id) - 1] = option.text;
      const right = Number(item.answer) - 1;
      return { ...empty, text: item.phrase, options: Array.from(options, (option) => option ?? ""), right };
    }
    case "reflection-task":
      return { ...empty, text: item.title, detail: item.description };
    case "external-reference":
      return { ...empty, text: item.text, detail: item.url };
  }
}

export type DraftError = { field: string; question: number | null; reason: string };

/** What the service says is wrong, by the form's own fields. */
export function draftErrors(
  details: readonly { attribute: string; reason: string }[],
  { type }: AssignmentDraft,
): DraftError[] {
  return details.map(({ attribute, reason }) => {
    const match = /^exercises\.(\d+)\.content\.(\d+)(?:\.([a-zA-Z]+))?/.exec(attribute);
    if (!match) return { field: attribute.split(".")[0] ?? attribute, question: null, reason };
    return { field: match[3] ?? "text", question: Number(type === "Quiz" ? match[2] : match[1]), reason };
  });
}
