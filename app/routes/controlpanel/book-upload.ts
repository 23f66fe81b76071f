import type { ActionFunctionArgs } from "@remix-run/node";
import { backendOf } from "~/clients/backend-of.server";
import { uploadBooks } from "~/control-panel/books/new-book.server";

export const action = ({ request, context }: ActionFunctionArgs) => uploadBooks(backendOf(context), request);
