import { House } from "lucide-react";
import { createContext, useContext, useId } from "react";
import { renderToString } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { Badge } from "./badge";
import { Button, LinkButton } from "./button";
import { ChipLink } from "./chip";
import { Form } from "./form";
import { Icon } from "./icon";
import { plain, textOf, written } from "./written";

const hostile = [
  `<script>alert("1")</script>`,
  `" onclick='x()' data-x="`,
  "a & b &amp; c",
  "</td><!-- -->",
  "<!--$!-->",
  "Zoë ‘O’Brien’ 🦊",
];

const Row = plain(function Row({ name, words }: { name: string; words: string[] }) {
  return (
    <tr className="" aria-label={name} data-name={name} data-is={true} aria-hidden={false}>
      <th scope="row" colSpan={2}>
        {name} {words.length}
        {words}
        {0}
        {null}
        {false}
      </th>
      <td>
        <input type="checkbox" value={name} checked={false} onChange={() => {}} name="ids" />
        <input defaultChecked value="" readOnly={undefined} type="checkbox" />
        <a href={`/${name}`} title={name} hidden>
          <Badge tone="info" icon={House}>
            {name}
          </Badge>
        </a>
        <button type="submit" disabled value={name} formMethod="post" tabIndex={-1}>
          <Icon of={House} size={16} label={name} />
        </button>
        <br />
        <label htmlFor={name}>{name}</label>
      </td>
    </tr>
  );
});

const Asked = createContext("");
const Asking = () => <b>{useContext(Asked)}</b>;
const Named = () => <b id={useId()} />;

/** Icons ask how they are to be drawn, which they can while a page is being written. */
function whileWriting<Made>(make: () => Made): Made {
  const made: Made[] = [];
  renderToString(<Page during={() => made.push(make())} />);
  return made[0] as Made;
}

function Page({ during }: { during: () => void }) {
  during();
  return null;
}

describe("a part that is written as one text", () => {
  it.each(hostile)("is to the letter what the page's writer makes of it: %s", (name) => {
    const table = (
      <table>
        <caption>{name}</caption>
        <tbody title={name}>
          <Row name={name} words={hostile} />
          <Row name="" words={[]} />
        </tbody>
      </table>
    );
    expect(whileWriting(() => textOf(table))).toBe(renderToString(table));
    const part = whileWriting(() => written(table));
    expect(part.props.dangerouslySetInnerHTML).toBeDefined();
    expect(renderToString(part)).toBe(renderToString(table));
  });

  it("knows the elements of our own", () => {
    const parts = (
      <Form method="post" action="/a?b=c&d" className="x">
        <Button busy name="act" value="1" icon={House} wide>
          {"Go"}
        </Button>
        <LinkButton to="/a?b=c&d" iconAfter={House}>
          Go
        </LinkButton>
        <ChipLink to="/" isChosen size="large">
          {1}
        </ChipLink>
      </Form>
    );
    expect(whileWriting(() => textOf(parts))).toBe(renderToString(parts));
  });

  it.each([
    ["a component that nobody called plain", <Asking key="1" />],
    ["one with an id of its own", <Named key="1" />],
    ["a context", <Asked.Provider key="1" value="x" />],
    ["a style", <p key="1" style={{ color: "red" }} />],
    ["what one chooses from", <select key="1" defaultValue="2" />],
    ["an attribute that it does not know", <p key="1" contentEditable />],
  ])("leaves %s to the page's writer", (_, part) => {
    const whole = <div>{part}</div>;
    expect(textOf(whole)).toBeNull();
    expect(written(whole)).toBe(whole);
  });
});
