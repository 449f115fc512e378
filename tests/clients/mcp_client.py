#!/usr/bin/env python3
"""Drives a running Docroom server with the official Python client of the Model Context Protocol.

    mcp_client.py [OPTIONS] --stdio COMMAND ARGUMENT...
    mcp_client.py [OPTIONS] --http URL --token TOKEN

Connects twice, by the handshake of the older revisions and statelessly as since 2026-07-28, and
both times lists tools and resources, searches, reads and checks what came back. Prints one JSON
line `{"protocol": ..., "paths": [...]}` a connection (the ranked paths of the search) and OK.
A check that fails is an error that says which, and exit code 1.
"""

import argparse
import asyncio
import json
import os
import re
import sys

import httpx2
from mcp import Client
from mcp.client.stdio import StdioServerParameters
from mcp.client.streamable_http import streamable_http_client

TOOLS = ["search_docs", "list_topics", "read_document", "read_lines", "find_in_document"]
HEADING = re.compile(r"^### \d+\. (.+?) — ", re.MULTILINE)


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--query", required=True, help="what to search")
    parser.add_argument("--path", required=True, help="a document that must be among the results")
    parser.add_argument("--text", required=True, help="text that the document holds")
    parser.add_argument("--project", help="the project, on a server of several")
    parser.add_argument("--limit", type=int, default=5, help="how many results to ask for")
    parser.add_argument("--token", help="the bearer token of an HTTP server")
    way = parser.add_mutually_exclusive_group(required=True)
    way.add_argument("--http", metavar="URL")
    way.add_argument("--stdio", nargs=argparse.REMAINDER, metavar="COMMAND")
    return parser.parse_args()


class Failed(Exception):
    """A check that did not hold."""


def check(condition, what):
    if not condition:
        raise Failed(what)


def said(result, what):
    """The text of a tool's answer that must not be an error."""
    text = "".join(block.text for block in result.content)
    check(not result.is_error, f"{what}: {text}")
    return text


def server(options):
    if options.stdio:
        home = os.environ.get("DOCROOM_HOME")
        environment = {"DOCROOM_HOME": home} if home else None
        command, *rest = options.stdio
        return StdioServerParameters(command=command, args=rest, env=environment)
    token = {"Authorization": f"Bearer {options.token}"}
    # One client a connection: closing the transport closes it.
    return streamable_http_client(options.http, http_client=httpx2.AsyncClient(headers=token))


async def every_resource(client):
    found, cursor = [], None
    while True:
        page = await client.list_resources(cursor=cursor)
        check(len(page.resources) <= 200, "at most 200 resources a page")
        found += page.resources
        cursor = page.next_cursor
        if cursor is None:
            return found


async def session(options, mode):
    project = {"project": options.project} if options.project else {}

    async def call(tool, **given):
        return await client.call_tool(tool, {**project, **given})

    async with Client(server(options), mode=mode, read_timeout_seconds=60) as client:
        check(client.server_info.name == "docroom", "the server says its name")
        check("search_docs" in (client.instructions or ""), "instructions name the first tool")

        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
        check(set(TOOLS) <= set(tools), f"tools are {sorted(tools)}")
        for tool in tools.values():
            check(tool.annotations.read_only_hint is True, f"{tool.name} only reads")
            check(tool.input_schema["additionalProperties"] is False, f"{tool.name} is closed")

        found = said(await call("search_docs", query=options.query, limit=options.limit), "search")
        paths = HEADING.findall(found)
        check(options.path in paths, f"`{options.path}` is among {paths}")

        whole = said(await call("read_document", path=options.path), "read_document")
        check(f"File: {options.path}" in whole, "read_document names the file")
        check(options.text in whole, "read_document returns the text")

        matches = await call("find_in_document", path=options.path, query=options.text)
        said(matches, "find_in_document")
        matches = matches.structured_content
        check(matches["status"] == "ok" and matches["matches"], f"found in {matches}")
        line = matches["matches"][0]["line"]
        lines = await call("read_lines", path=options.path, start_line=line, line_count=1)
        said(lines, "read_lines")
        check(options.text in lines.structured_content["content"], "read_lines returns that line")

        topics = said(await call("list_topics", limit=1000), "list_topics")
        check(topics.startswith('Project "'), "list_topics names the project")

        resources = {r.uri: r for r in await every_resource(client)}
        uri = matches["uri"]
        check(str(uri) in map(str, resources), f"`{uri}` is a resource")
        [content] = (await client.read_resource(uri)).contents
        check(options.text in content.text, "the resource holds the text")
        check(len((await client.list_resource_templates()).resource_templates) == 1, "one template")

        bad = await call("search_docs", query=options.query, limit="2", top_k=3)
        refusal = "".join(block.text for block in bad.content)
        check(bad.is_error and "`limit`" in refusal and "`top_k`" in refusal, f"refused: {refusal}")

        print(json.dumps({"protocol": client.protocol_version, "paths": paths}), flush=True)


async def main():
    options = arguments()
    for mode in ("legacy", "auto"):
        await session(options, mode)
    print("OK")


def failures(error):
    """The checks that failed, out of the groups that the client's tasks wrap them in."""
    if isinstance(error, Failed):
        return [str(error)]
    return [text for inner in getattr(error, "exceptions", ()) for text in failures(inner)]


try:
    asyncio.run(main())
except Exception as error:
    said_so = failures(error)
    if not said_so:
        raise
    sys.exit("failed: " + "; ".join(said_so))
