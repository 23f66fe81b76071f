import type { ActionFunctionArgs } from "@remix-run/node";
import { uploadBooks } from "~/control-panel/books/new-book.server";

export const action = ({ request }: ActionFunctionArgs) => uploadBooks(request);
